package SDK_FLAT

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
)

// Items is a sequence of any length, which ends after an error. Go 1.23 and later range over it; Each reads it in any
// version.
type Items[T any] func(yield func(item T, err error) bool)

// Each calls a function with every item, until it returns an error.
func (items Items[T]) Each(visit func(item T) error) error {
	var failed error
	items(func(item T, err error) bool {
		if err == nil {
			err = visit(item)
		}
		failed = err
		return err == nil
	})
	return failed
}

type page[T any] struct {
	Data []T `json:"data"`
	Meta struct {
		LastPage int `json:"last_page"`
	} `json:"meta"`
}

// pages reads a list of any length; a page is asked for when its first item is wanted.
func pages[T any](ctx context.Context, through *transport, sent request) Items[T] {
	return func(yield func(T, error) bool) {
		var none T
		filters := map[string]any{}
		if sent.query != nil {
			data, err := json.Marshal(sent.query)
			if err == nil {
				err = json.Unmarshal(data, &filters)
			}
			if err != nil {
				yield(none, err)
				return
			}
		}
		number := 1
		if first, given := filters["page"].(float64); given {
			number = int(first)
		}
		for ; ; number++ {
			filters["page"] = number
			sent.query = filters
			answer, err := call[page[T]](ctx, through, sent)
			if err != nil {
				yield(none, err)
				return
			}
			for _, item := range answer.Data {
				if !yield(item, nil) {
					return
				}
			}
			if number >= answer.Meta.LastPage {
				return
			}
		}
	}
}

// stream reads the answers of a call that goes on until the caller stops reading. The usual client gives up after 30
// seconds; long streams need an HTTPClient without a timeout.
func stream[T any](ctx context.Context, through *transport, sent request) Items[T] {
	return func(yield func(T, error) bool) {
		var none T
		sent.method = http.MethodGet
		sent.accept = "text/event-stream"
		response, err := through.send(ctx, sent)
		if err != nil {
			yield(none, err)
			return
		}
		defer response.Body.Close()
		lines := bufio.NewScanner(response.Body)
		lines.Buffer(nil, 1<<20)
		data := []string{}
		for lines.Scan() {
			line := lines.Text()
			if strings.HasPrefix(line, "data:") {
				data = append(data, strings.TrimLeft(strings.TrimPrefix(line, "data:"), " "))
			}
			if line != "" || len(data) == 0 {
				continue
			}
			var event T
			if err := json.Unmarshal([]byte(strings.Join(data, "\n")), &event); err != nil {
				yield(none, err)
				return
			}
			data = data[:0]
			if !yield(event, nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(none, &TransportError{Cause: err})
		}
	}
}
