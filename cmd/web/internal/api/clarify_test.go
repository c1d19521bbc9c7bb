package api

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// clarifyTools are tools as programs declare them. Those without annotations count as destructive.
var clarifyTools = map[string]string{
	"loan": `{"name":"estimate_loan","description":"Estimates how much can be borrowed.","annotations":{"readOnlyHint":true},"parameters":{"properties":{
		"state":{"type":"string"},"age":{"type":"integer"},"income":{"type":"number"},"currency":{"type":"string","default":"USD"}},"required":["state","age","income"]}}`,
	"weather": `{"name":"get_weather","description":"The weather now or on a day.","annotations":{"readOnlyHint":true},"parameters":{"properties":{
		"city":{"type":"string"},"day":{"type":"string","format":"date"},"hour":{"type":"string"},"on":{"type":"boolean"},"units":{"enum":["celsius","fahrenheit"],"default":"celsius"}},"required":["city"]}}`,
	"delete": `{"name":"delete_file","description":"Deletes a file.","parameters":{"properties":{"file":{"type":"string"}},"required":["file"]}}`,
	"pay": `{"name":"transfer_money","description":"Transfers money.","annotations":{"destructiveHint":false},"parameters":{"properties":{
		"to":{"type":"string"},"amount":{"type":"number"},"note":{"type":"string"},"tags":{"type":"array","items":{"type":"string"}}},"required":["to","amount"]}}`,
	"login": `{"name":"log_in","description":"Logs in.","annotations":{"destructiveHint":false},"parameters":{"properties":{
		"user":{"type":"string"},"password":{"type":"string"}},"required":["user","password"]}}`,
	"mail": `{"name":"send_mail","description":"Sends a mail.","annotations":{"destructiveHint":false},"parameters":{"properties":{
		"to":{"type":"string","format":"email"},"subject":{"type":"string"}},"required":["to"]}}`,
	"find": `{"name":"find_user","description":"Finds a user.","annotations":{"readOnlyHint":true},"parameters":{"type":"object","properties":{
		"email":{"type":"string"},"name":{"type":"string"},"zip":{"type":"string"}},"anyOf":[{"required":["email"]},{"required":["name","zip"]}]}}`,
	"order": `{"name":"order_parts","description":"Orders parts.","annotations":{"destructiveHint":false},"parameters":{"properties":{
		"lines":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"pieces":{"type":"integer"},
			"gift":{"type":"object","properties":{"note":{"type":"string"}}}},"required":["id","pieces"]}},
		"sizes":{"type":"array","items":{"type":"number"}},"coupon":{"type":["string","null"]}},"required":["lines","sizes","coupon"]}}`,
	"flight": `{"name":"book_flight","description":"Books a flight.","annotations":{"destructiveHint":false},"parameters":{"properties":{
		"passengers":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"birthdate":{"type":"string"}},"required":["name","birthdate"]}},
		"address":{"type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}},"required":["street","city"]}},"required":["passengers"]}}`,
}

// Each row is a sentence of what /clarify promises: the words, context and results of a request, its candidate
// calls, what came since, and the decision.
func TestClarify(t *testing.T) {
	for _, c := range []struct {
		about, tool, texts, calls, history string
		do                                 string
		asks                               string // the ids of the questions
		holds                              string // in the decision's JSON
	}{
		// where arguments come from
		{"invented values are asked", "loan", `"words":"how much can I borrow in the state CA?"`, `{"state":"CA","age":30,"income":50000}`, "", "ask", "age income", `"parameter":"age","grounded":"none"`},
		{"the model's value comes first", "loan", `"words":"how much can I borrow in the state CA at 30?"`, `{"state":"CA","age":30,"income":50000}`, "", "ask", "income", `"options":[{"id":0,"label":"50000","value":50000}`},
		{"what is stated is executed", "loan", `"words":"I'm 30 and live in CA, my income is $50,000. How much can I borrow?"`, `{"state":"CA","age":30,"income":50000}`, "", "execute", "", `"parameter":"income","grounded":"words"`},
		{"of another kind, and invented", "loan", `"words":"how much can I borrow in the state CA at 30?"`, `{"state":"CA","age":30,"income":"plenty"}`, "", "ask", "income", `"parameter":"income"`},
		{"two dates are two", "weather", `"words":"the weather in Ulm between 2022-12-20 and 2023-01-10"`, `{"city":"Ulm","day":"2022-12-20"}`, "", "execute", "", ""},
		{"a time of day", "weather", `"words":"How warm will it be in Ulm at 7pm?"`, `{"city":"Ulm","hour":"19:00"}`, "", "execute", "", `"parameter":"hour","grounded":"words"`},
		{"a number is no time", "weather", `"words":"How warm will it be in the 7 towns like Ulm?"`, `{"city":"Ulm","hour":"19:00"}`, "", "ask", "hour", ""},
		{"a German day", "weather", `"words":"Wie warm wird es am Samstag in Ulm?"`, `{"city":"Ulm","day":"2026-12-05"}`, "", "execute", "", ""},
		{"a flag as a text", "weather", `"words":"How warm will it be in Ulm, and turn on the map"`, `{"city":"Ulm","on":"true"}`, "", "execute", "", `"on":true`},
		{"an empty list is nobody's", "pay", `"words":"transfer 5 to Bob"`, `{"to":"Bob","amount":5,"tags":[]}`, "", "execute", "", ""},
		{"the context states", "loan", `"words":"how much can I borrow?","context":[{"role":"user","content":"I am 30, live in CA and earn 50000"}]`, `{"state":"CA","age":30,"income":50000}`, "", "execute", "", `"grounded":"context"`},
		{"a result states", "loan", `"words":"how much can I borrow at 30 in CA?","results":[{"income":50000}]`, `{"state":"CA","age":30,"income":50000}`, "", "execute", "", `"parameter":"income","grounded":"result"`},
		{"a default stands in the declaration", "weather", `"words":"what is the weather in Paris?"`, `{"city":"Paris","units":"celsius"}`, "", "execute", "", `"parameter":"units","grounded":"default"`},
		{"numbers in words", "pay", `"words":"transfer twenty-five dollars to Bob"`, `{"to":"Bob","amount":25}`, "", "execute", "", ""},
		{"dates in words", "weather", `"words":"the weather in Paris on 5 March 2026"`, `{"city":"Paris","day":"2026-03-05"}`, "", "execute", "", ""},
		{"a day from today", "weather", `"words":"the weather in Paris tomorrow"`, `{"city":"Paris","day":"2026-03-05"}`, "", "execute", "", ""},
		{"a weekday", "weather", `"words":"the weather in Paris on Thursday"`, `{"city":"Paris","day":"2026-03-05"}`, "", "execute", "", ""},
		{"another weekday", "weather", `"words":"the weather in Paris on Friday"`, `{"city":"Paris","day":"2026-03-05"}`, "", "ask", "day", ""},
		{"who is meant instead", "pay", `"words":"transfer 5 to Carol, not Bob"`, `{"to":"Bob","amount":5}`, "", "ask", "to", ""},
		{"another date", "weather", `"words":"the weather in Paris on 5 March 2026"`, `{"city":"Paris","day":"2026-03-07"}`, "", "ask", "day", ""},
		{"a state by its letters", "loan", `"words":"I am 30, live in California and earn 50000. How much can I borrow?"`, `{"state":"California","age":30,"income":50000}`, "", "execute", "", ""},
		{"without texts nothing is judged", "loan", ``, `{"state":"CA","age":30,"income":50000}`, "", "execute", "", `"arguments":[]`},
		// answers
		{"I don't know is no value", "pay", ``, `{"amount":5}`, `{"question":"to","words":"I don't know"}`, "ask", "to", ""},
		{"no is no value", "pay", ``, `{"amount":5}`, `{"question":"to","words":"no"}`, "ask", "to", ""},
		{"nobody is no value", "pay", ``, `{"amount":5}`, `{"question":"to","words":"nobody"}`, "ask", "to", ""},
		{"stop ends it", "pay", ``, `{"amount":5}`, `{"question":"to","words":"stop"}`, "decline", "", ""},
		{"cancel that ends it", "pay", ``, `{"amount":5}`, `{"question":"to","words":"cancel that, please"}`, "decline", "", ""},
		{"names keep their first word", "pay", ``, `{"amount":5}`, `{"question":"to","words":"Go Lee"}`, "execute", "", `"to":"Go Lee"`},
		{"a field as a sentence", "flight", ``, `{"passengers":[{"name":"Ann"}]}`, `{"question":"passengers.0.birthdate","words":"It's ann@lee.org."}`, "execute", "", `"birthdate":"ann@lee.org"`},
		{"what carries an answer goes", "pay", ``, `{"amount":5}`, `{"question":"to","words":"it's Ann Lee, thanks"}`, "execute", "", `"to":"Ann Lee"`},
		{"one answer leaves other doubts", "loan", `"words":"how much can I borrow in the state CA?"`, `{"state":"CA","age":30,"income":50000}`, `{"question":"age","value":41}`, "ask", "income", `"parameter":"age","grounded":"words"`},
		{"the proposed value is confirmed", "loan", `"words":"how much can I borrow at 30 in CA?"`, `{"state":"CA","age":30,"income":50000}`, `{"question":"income","value":50000}`, "execute", "", ""},
		{"no is not the proposed value", "loan", `"words":"how much can I borrow at 30 in CA?"`, `{"state":"CA","age":30,"income":50000}`, `{"question":"income","words":"no"}`, "ask", "income", ""},
		{"all of its parts are kept", "pay", ``, `{"amount":5}`, `{"question":"to","words":"es_ar"}`, "execute", "", `"to":"es_ar"`},
		{"a quotation is a part", "pay", ``, `{"amount":5}`, `{"question":"to","words":"the team 'Blue' of Ulm"}`, "execute", "", `"to":"the team 'Blue' of Ulm"`},
		{"several numbers", "order", ``, `{"lines":[{"id":"A1","pieces":2}],"coupon":null}`, `{"question":"sizes","words":"3, 16 and 60"}`, "execute", "", `"sizes":[3,16,60]`},
		{"several texts", "pay", ``, `{"to":"Bob","amount":5}`, `{"question":"tags","words":"lunch, Elm Street and Ulm"}`, "execute", "", `"tags":["lunch","Elm Street","Ulm"]`},
		// words that instruct nothing
		{"negated", "delete", `"words":"Do not delete the file report.pdf"`, `{"file":"report.pdf"}`, "", "decline", "", ""},
		{"asked", "delete", `"words":"why was report.pdf deleted?"`, `{"file":"report.pdf"}`, "", "decline", "", ""},
		{"reported", "delete", `"words":"I deleted report.pdf yesterday"`, `{"file":"report.pdf"}`, "", "decline", "", ""},
		{"supposed", "delete", `"words":"If I deleted report.pdf, would you be able to restore it?"`, `{"file":"report.pdf"}`, "", "decline", "", ""},
		{"a wish for what is done", "delete", `"words":"Make sure that report.pdf is deleted"`, `{"file":"report.pdf"}`, "", "confirm", "", ""},
		{"sure of what was done", "delete", `"words":"I am sure I deleted the file report.pdf"`, `{"file":"report.pdf"}`, "", "decline", "", ""},
		{"no annotations: destructive", "delete", `"words":"Delete the file report.pdf"`, `{"file":"report.pdf"}`, "", "confirm", "", ""},
		{"a correction binds to the last", "pay", `"words":"transfer 50 to Bob, no wait, to Carol"`, `{"to":"Carol","amount":50}`, "", "execute", "", ""},
		{"what was corrected is not said", "pay", `"words":"transfer 50 to Bob, no wait, to Carol"`, `{"to":"Bob","amount":50}`, "", "ask", "to", ""},
		{"of two candidates the last said", "pay", `"words":"transfer 50 to Bob, no wait, to Carol"`, `{"to":"Bob","amount":50} {"to":"Carol","amount":50}`, "", "execute", "", `"to":"Carol"`},
		// near-equal values
		{"secrets are compared exactly", "login", ``, `{"user":"ann","password":"Secret One"} {"user":"ann","password":"secret one"}`, "", "ask", "password", ""},
		{"names are not", "pay", ``, `{"to":"Ann Lee","amount":5} {"to":"ann  lee","amount":5}`, "", "execute", "", ""},
		{"paths are", "delete", ``, `{"file":"/tmp/A"} {"file":"/tmp/a"}`, "", "ask", "file", ""},
		{"digits are not", "find", ``, `{"name":"Ann","zip":"60625"} {"name":"Ann","zip":" 60625 "}`, "", "execute", "", `"zip":"60625"`},
		{"nor what somebody writes", "pay", ``, `{"to":"Bob","amount":5,"note":"Lunch at 1545 Yale St. and Q4 results"} {"to":"Bob","amount":5,"note":"lunch at 1545 yale st. and q4 results"}`, "", "execute", "", ""},
		{"identifiers are", "pay", ``, `{"to":"credit_card_1","amount":5} {"to":"Credit_Card_1","amount":5}`, "", "ask", "to", ""},
		// schemas
		{"one of several sets", "find", ``, `{"name":"Ann"}`, "", "ask", "zip", `"lacking":["zip"]`},
		{"another of them", "find", ``, `{"email":"ann@lee.org"}`, "", "execute", "", ""},
		{"a field by its own name", "flight", ``, `{"passengers":[{"name":"Ann"}]}`, "", "ask", "passengers.0.birthdate", `"lacking":["birthdate"]`},
		{"a field that was answered", "flight", ``, `{"passengers":[{"name":"Ann"}]}`, `{"question":"passengers.0.birthdate","words":"1990-01-02"}`, "execute", "", `"birthdate":"1990-01-02"`},
		{"a field of an object", "flight", ``, `{"passengers":[{"name":"Ann","birthdate":"1990-01-02"}],"address":{"street":"Elm 1"}}`, "", "ask", "address.city", `"lacking":["city"]`},
		{"a format", "mail", ``, `{"to":"ann at lee"}`, "", "ask", "to", ""},
		{"placeholders are asked", "mail", ``, `{"to":"your_email@example.com"}`, "", "ask", "to", `"lacking":["to"]`},
		{"in any of many forms", "mail", ``, `{"to":"<|user_email|>"} {"to":"email not provided"} {"to":"noch offen"} {"to":"your.email@example.com"} {"to":"please provide the email"}`, "", "ask", "to", `"options":[]`},
		{"a field that is none", "order", ``, `{"lines":[{"id":"A1","pieces":2,"gift":{"note":"none"}}],"sizes":[4],"coupon":null}`, "", "execute", "", `"note":"none"`},
		{"unknown inside a text", "mail", ``, `{"to":"ann@lee.org","subject":"Hello <UNK>"}`, "", "execute", "", `"arguments":{"to":"ann@lee.org"}`},
		{"a surname that is said", "pay", `"words":"transfer 5 to Null"`, `{"to":"Null","amount":5}`, "", "execute", "", `"to":"Null"`},
		{"a literal value", "pay", ``, `{"to":"Null","amount":5,"note":""} literal`, "", "execute", "", `"note":""`},
		{"a literal answer", "pay", ``, `{"amount":5}`, `{"question":"to","words":"Nobody","literal":true}`, "execute", "", `"to":"Nobody"`},
		// the papers' policies
		{"ours asks which is meant", "pay", ``, `{"to":"Bob","amount":5} {"amount":5}`, "", "ask", "to", ""},
		{"SAGE's belief: free text unknown is ε", "pay", `"policy":"sage"`, `{"to":"Bob","amount":5} {"amount":5}`, "", "execute", "", `"to":"Bob"`},
		{"Argus' δ", "pay", `"policy":"argus"`, `{"to":"Bob","amount":5} {"amount":5}`, "", "execute", "", `"to":"Bob"`},
		{"SAGE asks for what it needs", "pay", `"policy":"sage"`, `{"amount":5}`, "", "ask", "to", ""},
		{"the papers look nothing up", "loan", `"policy":"sage","words":"how much can I borrow in the state CA?"`, `{"state":"CA","age":30,"income":50000}`, "", "execute", "", `"arguments":[]`},
		{"who asks nothing declines what lacks something", "pay", `"policy":"none"`, `{"amount":5}`, "", "decline", "", `"lacking":["to"]`},
		// shapes of calls
		{"a prefix of functions", "pay", ``, `!{"name":"functions.transfer_money","arguments":{"to":"Bob","amount":5}}`, "", "execute", "", `"tool":"transfer_money"`},
		{"a prefix of MCP", "delete", ``, `!{"name":"mcp__files__delete_file","arguments":{"file":"a.txt"}}`, "", "confirm", "", ""},
		{"a prefix of Gemini", "delete", ``, `!{"functionCall":{"name":"default_api.delete_file","args":{"file":"a.txt"}}}`, "", "confirm", "", ""},
		{"arguments as text", "pay", ``, `!{"function":{"name":"transfer_money","arguments":"{\"to\":\"Bob\",\"amount\":\"5\"}"}}`, "", "execute", "", `"amount":5`},
		{"params beside a name", "pay", ``, `!{"name":"transfer_money","params":{"to":"Bob","amount":5}}`, "", "execute", "", ""},
		{"a text for an object", "flight", ``, `{"passengers":"[{\"name\":\"Ann\",\"birthdate\":\"1990-01-02\"}]","address":"{\"street\":\"Elm 1\",\"city\":\"Ulm\"}"}`, "", "execute", "", `"address":{"city":"Ulm","street":"Elm 1"}`},
		{"a text for an object inside", "order", ``, `{"lines":[{"id":"A1","pieces":2,"gift":"{\"note\":\"Hi\"}"}],"sizes":[4],"coupon":null}`, "", "execute", "", `"gift":{"note":"Hi"}`},
		{"numbers as text in lists", "order", ``, `{"lines":[{"id":"A1","pieces":"2"}],"sizes":["4","5.5"],"coupon":"X1"}`, "", "execute", "", `"lines":[{"id":"A1","pieces":2}],"sizes":[4,5.5]`},
		{"null for what is nullable", "order", ``, `{"lines":[{"id":"A1","pieces":2}],"sizes":[4],"coupon":null}`, "", "execute", "", `"coupon":null`},
		{"null for what is optional", "weather", ``, `{"city":"Ulm","day":null,"units":null}`, "", "execute", "", ""},
		{"null for what is needed", "weather", ``, `{"city":null}`, "", "ask", "city", ""},
		{"what cannot be read is a note", "pay", ``, `!{"name":"transfer_money","arguments":"{\"to\":"} !{"name":"fly"} {"to":"Bob","amount":5}`, "", "execute", "", `"notes":["candidate 1 is left out: the arguments`},
		{"an answer about nothing is a note", "pay", ``, `{"to":"Bob","amount":5}`, `{"question":"colour","value":"red"}`, "execute", "", `history 1 is left out`},
	} {
		t.Run(c.about, func(t *testing.T) {
			calls, literal := strings.CutSuffix(c.calls, " literal")
			var candidates []string
			for _, whole := range strings.Split(calls, "!")[1:] { // calls as they are written
				one, _, _ := strings.Cut(whole, " {")
				candidates = append(candidates, one)
				calls = strings.TrimPrefix(calls, "!"+one)
				calls = strings.TrimSpace(calls)
			}
			for d := json.NewDecoder(strings.NewReader(calls)); d.More(); {
				var arguments json.RawMessage
				if err := d.Decode(&arguments); err != nil {
					t.Fatal(err)
				}
				var tool struct{ Name string }
				if err := json.Unmarshal([]byte(clarifyTools[c.tool]), &tool); err != nil {
					t.Fatal(err)
				}
				one := fmt.Sprintf(`{"name":%q,"arguments":%s`, tool.Name, arguments)
				if literal {
					one += `,"literal":["to","note"]`
				}
				candidates = append(candidates, one+"}")
			}
			request := fmt.Sprintf(`{"tools":[%s],"candidates":[%s]`, clarifyTools[c.tool], strings.Join(candidates, ","))
			if c.texts != "" {
				request += "," + c.texts
			}
			if c.history != "" {
				request += fmt.Sprintf(`,"history":[{"answer":%s}]`, c.history)
			}
			var in ClarifyRequest
			if err := json.Unmarshal([]byte(request+"}"), &in); err != nil {
				t.Fatalf("%v: %s", err, request)
			}
			d, err := (&Operations{}).Clarify(t.Context(), &in)
			if err != nil {
				t.Fatal(err)
			}
			var asked []string
			for _, q := range d.Questions {
				asked = append(asked, q.ID)
			}
			text, err := json.Marshal(d)
			if err != nil {
				t.Fatal(err)
			}
			if d.Do != c.do || strings.Join(asked, " ") != c.asks || !strings.Contains(string(text), c.holds) {
				t.Errorf("%s %q\n%s\nwant %s %q %s", d.Do, asked, text, c.do, c.asks, c.holds)
			}
		})
	}
}
