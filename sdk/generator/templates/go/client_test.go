package SDK_FLAT

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"
	"time"
)

type answer struct {
	status     int
	retryAfter string
	body       string
}

// fakeBank answers what a test prepares.
type fakeBank struct {
	answers []answer
	keys    []string
	paths   []string
	waits   []time.Duration
}

func open(t *testing.T, answers ...answer) (*fakeBank, *Client) {
	t.Helper()
	bank := &fakeBank{answers: answers}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next := bank.answers[0]
		bank.answers = bank.answers[1:]
		bank.keys = append(bank.keys, r.Header.Get("Idempotency-Key"))
		bank.paths = append(bank.paths, r.URL.EscapedPath()+"?"+r.URL.RawQuery)
		w.Header().Set("Retry-After", next.retryAfter)
		w.WriteHeader(next.status)
		_, _ = w.Write([]byte(next.body))
	}))
	t.Cleanup(server.Close)
	client := New(Options{BaseURL: server.URL + "/", Token: "token", Wait: func(_ context.Context, pause time.Duration) error {
		bank.waits = append(bank.waits, pause)
		return nil
	}})
	return bank, client
}

func TestRepeatsAWriteUnderOneKey(t *testing.T) {
	bank, client := open(t, answer{503, "3", "{}"}, answer{200, "", `{"data":1}`})
	sent := request{method: http.MethodPost, path: "/x", body: map[string]any{"amount": "1.00"}}
	read, err := call[map[string]any](context.Background(), client.transport, sent)
	if err != nil || (*read)["data"] != 1.0 {
		t.Fatal(read, err)
	}
	if len(bank.keys) != 2 || bank.keys[0] != bank.keys[1] || len(bank.keys[0]) != 36 {
		t.Fatal(bank.keys)
	}
	if !reflect.DeepEqual(bank.waits, []time.Duration{3 * time.Second}) {
		t.Fatal(bank.waits)
	}
}

func TestReturnsTheRefusal(t *testing.T) {
	bank, client := open(t, answer{404, "", `{"error":{"code":"NOT_FOUND","message":"No."},"request_id":"r1"}`})
	sent := request{method: http.MethodGet, path: "/x/{id}", pathValues: map[string]string{"id": "a/b"}}
	_, err := call[map[string]any](context.Background(), client.transport, sent)
	var refusal *APIError
	if !errors.Is(err, ErrNotFound) || !errors.As(err, &refusal) || refusal.RequestID != "r1" {
		t.Fatal(err)
	}
	if bank.paths[0] != "/x/a%2Fb?" {
		t.Fatal(bank.paths)
	}
}

func TestReadsEveryPage(t *testing.T) {
	_, client := open(t,
		answer{200, "", `{"data":[1,2],"meta":{"last_page":2}}`},
		answer{200, "", `{"data":[3],"meta":{"last_page":2}}`})
	items := []int{}
	sent := request{method: http.MethodGet, path: "/x", query: map[string]any{"per_page": 2}}
	err := pages[int](context.Background(), client.transport, sent).Each(func(item int) error {
		items = append(items, item)
		return nil
	})
	if err != nil || !reflect.DeepEqual(items, []int{1, 2, 3}) {
		t.Fatal(items, err)
	}
}

func TestStopsReadingAfterAnError(t *testing.T) {
	_, client := open(t, answer{200, "", `{"data":[1,2],"meta":{"last_page":2}}`})
	enough := errors.New("enough")
	sent := request{method: http.MethodGet, path: "/x"}
	err := pages[int](context.Background(), client.transport, sent).Each(func(int) error { return enough })
	if !errors.Is(err, enough) {
		t.Fatal(err)
	}
}

func TestChecksWebhooks(t *testing.T) {
	body := []byte(`{"event":"transfer.completed"}`)
	signature := "ff918528158771af0e58e206507b442419633dce9ed91645d1a510bb2f388ab0"
	if !IsFromBank(body, signature, "secret") || IsFromBank(body, signature, "other") || IsFromBank(body, "", "secret") {
		t.Fatal("the signature was judged wrongly")
	}
}
