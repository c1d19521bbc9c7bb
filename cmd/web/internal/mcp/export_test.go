package mcp

// Ours is what a caller is told of the shop's own failures.
var Ours = errOurs.Error()
