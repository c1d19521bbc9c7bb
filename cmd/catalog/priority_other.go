//go:build !linux

package main

// lowerPriority does nothing where priorities belong to processes and can not be given back.
func lowerPriority() {}
