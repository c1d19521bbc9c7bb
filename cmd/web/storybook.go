package main

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"

	"github.com/labstack/echo/v4"

	"shopclerk/static"
	"shopclerk/views"
	"shopclerk/views/canned"
	"shopclerk/views/desk"
)

// storybookPrefix begins the addresses of the stories.
const storybookPrefix = "/storybook/"

// mountStorybook serves every page in every state, with made-up content, to whoever
// works on the pages. A shop that is open to shoppers does not.
func (s *server) mountStorybook(e *echo.Echo) {
	if !s.config.Storybook {
		return
	}
	get(e, "/storybook", s.storybook)
	get(e, storybookPrefix+":story", s.story)
	get(e, canned.PicturePrefix+"*", echo.WrapHandler(http.StripPrefix(canned.PicturePrefix, http.FileServerFS(canned.Pictures()))))
}

// stories are the shop's and the desk's.
func stories() []canned.Story {
	shop := canned.Stories(views.Assets{
		Style: static.URL("app.css"), HTMX: static.URL("htmx.js"), App: static.URL("app.js"), Icon: static.URL("icon.svg"),
	})
	return append(shop, canned.Desk(desk.Assets{Style: static.URL("desk.css"), Script: static.URL("desk.js"), Icon: static.URL("icon.svg")})...)
}

// contents lists the stories. It is no page of the shop, and is in one language: that
// of the stories' names.
var contents = template.Must(template.New("storybook").Parse(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Storybook</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="{{.Icon}}"><link rel="stylesheet" href="{{.Style}}"></head>
<body><main id="content"><h1>Storybook</h1><ul>{{range .Stories}}<li><a class="button" href="{{$.Prefix}}{{.Name}}">{{.Name}}</a></li>{{end}}</ul></main></body></html>
`))

// storybook shows the contents.
func (s *server) storybook(c echo.Context) error {
	var body bytes.Buffer
	err := contents.Execute(&body, map[string]any{
		"Style": static.URL("app.css"), "Icon": static.URL("icon.svg"), "Prefix": storybookPrefix, "Stories": stories(),
	})
	if err != nil {
		return fmt.Errorf("rendering: %w", err)
	}
	return c.HTMLBlob(http.StatusOK, body.Bytes())
}

// story shows one story.
func (s *server) story(c echo.Context) error {
	for _, story := range stories() {
		if story.Name == c.Param("story") {
			return s.html(c, story.Page)
		}
	}
	return echo.ErrNotFound
}
