// Calls the bank with the token in the environment: BANK_URL=… BANK_TOKEN=… go run ./examples/quickstart
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	SDK_FLAT "SDK_SLUG"
)

func main() {
	client := SDK_FLAT.New(SDK_FLAT.Options{BaseURL: os.Getenv("BANK_URL"), Token: os.Getenv("BANK_TOKEN")})
	answer, err := client.Get(context.Background(), "/api/v2/status")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer)
}
