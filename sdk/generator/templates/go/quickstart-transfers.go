// Pays between two accounts: BANK_URL=… BANK_TOKEN=… go run ./examples/quickstart FROM TO AMOUNT ASSET
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	SDK_FLAT "SDK_SLUG"
)

func main() {
	ctx := context.Background()
	client := SDK_FLAT.New(SDK_FLAT.Options{BaseURL: os.Getenv("BANK_URL"), Token: os.Getenv("BANK_TOKEN")})
	accounts := client.Accounts.ListAll(ctx, SDK_FLAT.AccountListParams{})
	err := accounts.Each(func(account SDK_FLAT.Account) error {
		fmt.Println(account.UUID, account.Name, account.Balance)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	if len(os.Args) != 5 {
		return
	}
	transfer, err := client.Transfers.Create(ctx, SDK_FLAT.TransferCreateRequest{
		FromAccount: SDK_FLAT.Ptr(os.Args[1]),
		ToAccount:   SDK_FLAT.Ptr(os.Args[2]),
		Amount:      os.Args[3],
		AssetCode:   SDK_FLAT.Ptr(os.Args[4]),
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(transfer.Data.UUID, transfer.Data.Status)
}
