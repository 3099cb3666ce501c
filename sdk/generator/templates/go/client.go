package SDK_FLAT

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sort"
	"strconv"
	"strings"
	"time"
)

const (
	defaultRetries = 2
	firstWait      = 250 * time.Millisecond
	longestWait    = 10 * time.Second
	userAgent      = "SDK_SLUG/SDK_VERSION go"
)

// Options are the settings of a Client.
type Options struct {
	// BaseURL is the address of the bank, such as https://bank.example.
	BaseURL string
	// Token is an access token or API key.
	Token string
	// TokenSource returns the current token for each call, instead of Token.
	TokenSource func(ctx context.Context) (string, error)
	// Headers are sent with every call, such as X-Partner-Key.
	Headers map[string]string
	// Retries says how often a call is repeated when the bank cannot be reached or is busy; nil means twice.
	Retries *int
	// HTTPClient replaces the usual one, which gives up after 30 seconds.
	HTTPClient *http.Client
	// Wait replaces the pause between two tries.
	Wait func(ctx context.Context, pause time.Duration) error
}

// CallOption changes one call.
type CallOption func(*callOptions)

type callOptions struct {
	idempotencyKey string
	headers        map[string]string
}

// WithIdempotencyKey replaces the key that the SDK chooses for each write.
func WithIdempotencyKey(key string) CallOption {
	return func(options *callOptions) { options.idempotencyKey = key }
}

// WithHeader adds a header to one call.
func WithHeader(name, value string) CallOption {
	return func(options *callOptions) {
		if options.headers == nil {
			options.headers = map[string]string{}
		}
		options.headers[name] = value
	}
}

// Ptr returns a pointer to a value, for optional fields.
func Ptr[T any](value T) *T { return &value }

type transport struct {
	options Options
	base    string
	retries int
	client  *http.Client
	wait    func(ctx context.Context, pause time.Duration) error
}

func newTransport(options Options) *transport {
	made := &transport{
		options: options,
		base:    strings.TrimRight(options.BaseURL, "/"),
		retries: defaultRetries,
		client:  options.HTTPClient,
		wait:    options.Wait,
	}
	if options.Retries != nil {
		made.retries = *options.Retries
	}
	if made.client == nil {
		made.client = &http.Client{
			Timeout: 30 * time.Second,
			// A redirect would carry the token to another host.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	}
	if made.wait == nil {
		made.wait = sleep
	}
	return made
}

type request struct {
	method     string
	path       string
	pathValues map[string]string
	query      any
	body       any
	accept     string
	options    []CallOption
}

// call sends a request and reads its answer, which is nil if it has no body.
func call[T any](ctx context.Context, through *transport, sent request) (*T, error) {
	answer := new(T)
	isRead, err := through.receive(ctx, sent, answer)
	if err != nil || !isRead {
		return nil, err
	}
	return answer, nil
}

func (t *transport) receive(ctx context.Context, sent request, answer any) (bool, error) {
	response, err := t.send(ctx, sent)
	if err != nil {
		return false, err
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		return false, &TransportError{Cause: err}
	}
	if len(data) == 0 {
		return false, nil
	}
	if err := json.Unmarshal(data, answer); err != nil {
		return false, fmt.Errorf("the answer cannot be read: %w", err)
	}
	return true, nil
}

// send repeats a request that may succeed a moment later. A write carries an idempotency key, the same on every try, so
// that a retry after a lost answer is never executed twice.
func (t *transport) send(ctx context.Context, sent request) (*http.Response, error) {
	chosen := callOptions{}
	for _, option := range sent.options {
		option(&chosen)
	}
	if chosen.idempotencyKey == "" && sent.method != http.MethodGet {
		key, err := newKey()
		if err != nil {
			return nil, err
		}
		chosen.idempotencyKey = key
	}
	address, err := t.address(sent)
	if err != nil {
		return nil, err
	}
	var data []byte
	if sent.body != nil {
		if data, err = json.Marshal(sent.body); err != nil {
			return nil, err
		}
	}
	for tries := 0; ; tries++ {
		pause := firstWait << tries
		response, err := t.attempt(ctx, sent, address, data, chosen)
		switch {
		case err != nil && (tries >= t.retries || ctx.Err() != nil):
			return nil, &TransportError{Cause: err}
		case err == nil && response.StatusCode < 300:
			return response, nil
		case err == nil:
			refusal := readError(response)
			if tries >= t.retries || !isBusy(response.StatusCode) {
				return nil, refusal
			}
			pause = retryAfter(response, pause)
		}
		if pause > longestWait {
			pause = longestWait
		}
		if err := t.wait(ctx, pause); err != nil {
			return nil, err
		}
	}
}

func (t *transport) attempt(
	ctx context.Context, sent request, address string, data []byte, chosen callOptions,
) (*http.Response, error) {
	var body io.Reader
	if data != nil {
		body = bytes.NewReader(data)
	}
	made, err := http.NewRequestWithContext(ctx, sent.method, address, body)
	if err != nil {
		return nil, err
	}
	token := t.options.Token
	if t.options.TokenSource != nil {
		if token, err = t.options.TokenSource(ctx); err != nil {
			return nil, err
		}
	}
	made.Header.Set("Accept", "application/json")
	if sent.accept != "" {
		made.Header.Set("Accept", sent.accept)
	}
	made.Header.Set("User-Agent", userAgent)
	if token != "" {
		made.Header.Set("Authorization", "Bearer "+token)
	}
	if chosen.idempotencyKey != "" {
		made.Header.Set("Idempotency-Key", chosen.idempotencyKey)
	}
	if data != nil {
		made.Header.Set("Content-Type", "application/json")
	}
	for _, headers := range []map[string]string{t.options.Headers, chosen.headers} {
		for name, value := range headers {
			made.Header.Set(name, value)
		}
	}
	return t.client.Do(made)
}

func (t *transport) address(sent request) (string, error) {
	path := sent.path
	for name, value := range sent.pathValues {
		if value == "" || value == "." || value == ".." {
			return "", errors.New(name + " must not be empty")
		}
		path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(value))
	}
	query, err := encodeQuery(sent.query)
	if err != nil {
		return "", err
	}
	if query != "" {
		path += "?" + query
	}
	return t.base + path, nil
}

// encodeQuery writes the fields of a struct or map as a query; a list is repeated.
func encodeQuery(query any) (string, error) {
	if query == nil {
		return "", nil
	}
	data, err := json.Marshal(query)
	if err != nil {
		return "", err
	}
	fields := map[string]any{}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if err := decoder.Decode(&fields); err != nil {
		return "", err
	}
	names := make([]string, 0, len(fields))
	for name := range fields {
		names = append(names, name)
	}
	sort.Strings(names)
	values := url.Values{}
	for _, name := range names {
		list, isList := fields[name].([]any)
		if !isList {
			list = []any{fields[name]}
		}
		for _, one := range list {
			if one != nil {
				values.Add(name, fmt.Sprint(one))
			}
		}
	}
	return values.Encode(), nil
}

func isBusy(status int) bool {
	return status == 429 || status == 502 || status == 503 || status == 504
}

func retryAfter(response *http.Response, otherwise time.Duration) time.Duration {
	seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
	if err != nil || seconds < 0 || seconds > 3600 {
		return otherwise
	}
	return time.Duration(seconds) * time.Second
}

func sleep(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// newKey makes a random UUID.
func newKey() (string, error) {
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		return "", err
	}
	random[6] = random[6]&0x0f | 0x40
	random[8] = random[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", random[:4], random[4:6], random[6:8], random[8:10], random[10:]), nil
}
