-- +goose Up

-- Documents of settings had pins and hidden products; both are entries of ranking now.
UPDATE setting SET json = json_remove(json_set(json, '$.ranking', (
	SELECT json_group_array(json(e.entry)) FROM (
		SELECT json_set(p.value, '$.act', 'pin') AS entry FROM json_each(setting.json, '$.pins') p
		UNION ALL
		SELECT json_object('act', 'hide', 'products', json_extract(setting.json, '$.hidden')) WHERE json_array_length(setting.json, '$.hidden') > 0
	) e)), '$.pins', '$.hidden')
WHERE CASE WHEN json_valid(json) THEN json_type(json, '$.pins') IS NOT NULL OR json_type(json, '$.hidden') IS NOT NULL END;
