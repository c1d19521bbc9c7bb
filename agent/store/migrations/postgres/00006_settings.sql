-- +goose Up

-- What the step for SQLite makes, in PostgreSQL.
UPDATE setting SET json = (json::jsonb - 'pins' - 'hidden' || jsonb_build_object('ranking',
	coalesce((SELECT jsonb_agg(p || '{"act": "pin"}') FROM jsonb_array_elements(coalesce(json::jsonb -> 'pins', '[]')) p), '[]') ||
	CASE WHEN jsonb_array_length(coalesce(json::jsonb -> 'hidden', '[]')) > 0
		THEN jsonb_build_array(jsonb_build_object('act', 'hide', 'products', json::jsonb -> 'hidden')) ELSE '[]' END))::text
WHERE CASE WHEN btrim(json, E' \t\r\n') <> '' THEN json::jsonb ?| ARRAY['pins', 'hidden'] END;
