import com.SDK_FLAT.ApiException;
import com.SDK_FLAT.Client;
import com.SDK_FLAT.model.Account;
import com.SDK_FLAT.model.AccountListParams;
import com.SDK_FLAT.model.TransferCreateRequest;

/** Pays between two accounts: BANK_URL and BANK_TOKEN in the environment, and FROM TO AMOUNT ASSET as arguments. */
public final class Quickstart {
    public static void main(String[] arguments) {
        Client client = Client.builder(System.getenv("BANK_URL")).token(System.getenv("BANK_TOKEN")).build();
        try {
            for (Account account : client.accounts().listAll(AccountListParams.builder().build()))
                System.out.println(account.uuid() + " " + account.name() + " " + account.balance());
            if (arguments.length == 4) {
                var transfer = client.transfers()
                        .create(TransferCreateRequest.builder()
                                .fromAccount(arguments[0])
                                .toAccount(arguments[1])
                                .amount(arguments[2])
                                .assetCode(arguments[3])
                                .build());
                System.out.println(transfer.data().uuid() + " " + transfer.data().status());
            }
        } catch (ApiException refusal) {
            System.err.println(refusal.code() + ": " + refusal.getMessage());
        }
    }
}
