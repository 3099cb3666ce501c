using System;
using System.Security.Cryptography;
using System.Text;

namespace SDK_PASCAL;

/// <summary>Checks that a webhook was sent by the bank.</summary>
public static class Webhooks
{
    /// <summary>Whether the header X-Florin-Signature fits the exact body, before any parsing.</summary>
    public static bool IsFromBank(ReadOnlySpan<byte> body, string? signature, string secret)
    {
        var expected = Convert.ToHexString(HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), body));
        return CryptographicOperations.FixedTimeEquals(
            Encoding.ASCII.GetBytes(expected),
            Encoding.UTF8.GetBytes((signature ?? string.Empty).ToUpperInvariant()));
    }
}
