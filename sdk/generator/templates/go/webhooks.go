package SDK_FLAT

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

// IsFromBank reports whether the header X-Florin-Signature fits the exact body of a webhook, before any parsing.
func IsFromBank(body []byte, signature, secret string) bool {
	given, err := hex.DecodeString(signature)
	if err != nil || len(given) != sha256.Size {
		return false
	}
	sum := hmac.New(sha256.New, []byte(secret))
	sum.Write(body)
	return hmac.Equal(sum.Sum(nil), given)
}
