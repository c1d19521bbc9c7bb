// Package experiment runs the evaluation's conditions, which are data (data/bench),
// and writes what they found as a report.
//
// An [Experiment] asks one question of several document sets: its variants are
// conditions, each no more than a name and the flags of a bench command, so that
// anyone can repeat one by hand. Conditions that several experiments share run
// once. [Plan.Run] runs them, [Results.Report] makes a document of the findings and
// [Results.Compare] holds them to the scores that are expected.
package experiment
