package SDK_FLAT

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// The kinds of API errors, for errors.Is.
var (
	ErrBadRequest      = errors.New("the request could not be read")
	ErrUnauthorized    = errors.New("the token is missing, wrong or revoked")
	ErrPaymentRequired = errors.New("the call has to be paid for")
	ErrForbidden       = errors.New("the token may not do this")
	ErrNotFound        = errors.New("it does not exist, or belongs to somebody else")
	ErrConflict        = errors.New("it conflicts with something that happened before")
	ErrInvalid         = errors.New("a field is wrong, or the bank's rules refuse it")
	ErrRateLimited     = errors.New("too many calls")
	ErrServer          = errors.New("the bank failed or is busy")
)

var kinds = map[int]error{
	400: ErrBadRequest,
	401: ErrUnauthorized,
	402: ErrPaymentRequired,
	403: ErrForbidden,
	404: ErrNotFound,
	409: ErrConflict,
	422: ErrInvalid,
	429: ErrRateLimited,
}

// APIError is an error response of the bank, with its code and the invalid fields.
type APIError struct {
	Status    int
	Code      string
	Message   string
	Details   json.RawMessage
	Errors    map[string][]string
	RequestID string
}

func (e *APIError) Error() string {
	return fmt.Sprintf("%s (%d): %s", e.Code, e.Status, e.Message)
}

// Unwrap returns the kind of the error, such as ErrNotFound.
func (e *APIError) Unwrap() error {
	if e.Status >= 500 {
		return ErrServer
	}
	return kinds[e.Status]
}

// TransportError says that the bank could not be reached, or that its answer was cut off.
type TransportError struct {
	Cause error
}

func (e *TransportError) Error() string { return "the bank cannot be reached: " + e.Cause.Error() }

func (e *TransportError) Unwrap() error { return e.Cause }

func readError(response *http.Response) *APIError {
	defer response.Body.Close()
	data, _ := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	var answer struct {
		Error struct {
			Code    string          `json:"code"`
			Message string          `json:"message"`
			Details json.RawMessage `json:"details"`
		} `json:"error"`
		Errors    map[string][]string `json:"errors"`
		RequestID string              `json:"request_id"`
	}
	if err := json.Unmarshal(data, &answer); err != nil || answer.Error.Code == "" {
		answer.Error.Code = "UNREADABLE"
		answer.Error.Message = fmt.Sprintf("The bank answered %d.", response.StatusCode)
	}
	return &APIError{
		Status:    response.StatusCode,
		Code:      answer.Error.Code,
		Message:   answer.Error.Message,
		Details:   answer.Error.Details,
		Errors:    answer.Errors,
		RequestID: answer.RequestID,
	}
}
