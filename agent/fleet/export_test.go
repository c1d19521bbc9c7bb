package fleet

// Sweep is what [Fleet.Run] does now and then.
var Sweep = (*Fleet).sweep
