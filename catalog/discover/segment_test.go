package discover_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
)

// Japanese and Chinese titles, which have no blanks between words, get types by the ends
// that many have in common; others are typed as they were.
func TestTypesWithoutBlanks(t *testing.T) {
	shop := func(titles ...[]string) (records []catalog.Record, want []string) {
		for _, of := range titles {
			for i := range 24 {
				brand := []string{"ソニー", "Anker", "华为", "Logi"}[i%4]
				text := of[1+i%(len(of)-1)]
				title := fmt.Sprintf("%s %s %c%d-%d", brand, text, 'A'+i%7, 100+7*i, i)
				if i%3 == 0 {
					title = fmt.Sprintf("【送料無料】%s%s M%d ブラック", brand, text, i)
				}
				records = append(records, catalog.Record{ID: fmt.Sprint(len(records)), Brand: brand, Title: title})
				want = append(want, of[0])
			}
		}
		return records, want
	}
	for _, test := range []struct {
		name   string
		titles [][]string // type, and what titles say of its products
	}{
		{"Japanese", [][]string{
			{"マウス", "ワイヤレスマウス", "ゲーミングマウス", "静音マウス", "光学式マウス", "トラックボールマウス"},
			{"イヤホン", "有線イヤホン", "ノイズキャンセリングイヤホン", "防水イヤホン", "高音質イヤホン"},
			{"キーボード", "メカニカルキーボード", "折りたたみキーボード", "日本語キーボード", "薄型キーボード"},
			{"炊飯器", "圧力炊飯器", "小型炊飯器", "マイコン炊飯器", "一人用炊飯器"},
			{"充電器", "急速充電器", "車載充電器", "USB充電器", "小型充電器"},
		}},
		{"Chinese", [][]string{
			{"跑步鞋", "男士跑步鞋", "夏季透气跑步鞋", "女款跑步鞋", "轻便跑步鞋"},
			{"连衣裙", "碎花连衣裙", "夏季连衣裙", "红色连衣裙", "长款连衣裙"},
			{"耳机", "无线耳机", "蓝牙耳机", "降噪耳机", "运动耳机"},
			{"电饭煲", "智能电饭煲", "家用电饭煲", "迷你电饭煲", "多功能电饭煲"},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			records, want := shop(test.titles...)
			types := discover.InduceTypes(slices.Values(records))
			right := 0
			for i := range records {
				path, _ := types.Of(&records[i])
				levels := strings.Split(path, " > ")
				if slices.ContainsFunc(levels, func(l string) bool { return l == want[i] }) {
					right++
				} else if i%24 < 6 {
					t.Logf("%s is %q, not %s", records[i].Title, path, want[i])
				}
			}
			if right*10 < len(records)*9 {
				t.Errorf("%d of %d have their type", right, len(records))
			}
		})
	}
}
