// Package voice knows the words of the clerk's questions: what is asked about an aspect
// ([Question]), what its values are called ([NamingOf], [OptionLabel]), what is left of
// them ([OtherLabel]), why it is asked ([Explain]) and what the words mean ([Terms]). The
// strings themselves, and the rules that they follow, are in the room words.
package voice
