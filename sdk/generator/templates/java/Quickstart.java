import com.SDK_FLAT.ApiException;
import com.SDK_FLAT.Client;

/** Opens a client with the token in the environment: BANK_URL and BANK_TOKEN. */
public final class Quickstart {
    public static void main(String[] arguments) {
        Client client = Client.builder(System.getenv("BANK_URL")).token(System.getenv("BANK_TOKEN")).build();
        try {
            System.out.println(client.get("/api/v2/status"));
        } catch (ApiException refusal) {
            System.err.println(refusal.code() + ": " + refusal.getMessage());
        }
    }
}
