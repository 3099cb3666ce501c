using System;
using System.Collections.Generic;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace SDK_PASCAL;

/// <summary>The bank could not be reached, or its answer was cut off.</summary>
public sealed class TransportException : Exception
{
    internal TransportException(string message, Exception cause)
        : base(message, cause)
    {
    }
}

/// <summary>An error response of the bank, with its code and the invalid fields; one class for each kind.</summary>
public class ApiException : Exception
{
    internal ApiException(Refusal refusal)
        : base(refusal.Message)
    {
        Status = refusal.Status;
        Code = refusal.Code;
        Details = refusal.Details;
        Errors = refusal.Errors;
        RequestId = refusal.RequestId;
    }

    public int Status { get; }

    public string Code { get; }

    public JsonNode? Details { get; }

    /// <summary>The problems of each field.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<string>> Errors { get; }

    public string? RequestId { get; }

    internal static ApiException From(int status, string body)
    {
        var refusal = Refusal.Read(status, body);
        return status switch
        {
            400 => new BadRequestException(refusal),
            401 => new UnauthorizedException(refusal),
            402 => new PaymentRequiredException(refusal),
            403 => new ForbiddenException(refusal),
            404 => new NotFoundException(refusal),
            409 => new ConflictException(refusal),
            422 => new InvalidException(refusal),
            429 => new RateLimitedException(refusal),
            >= 500 => new ServerException(refusal),
            _ => new ApiException(refusal),
        };
    }

    /// <summary>The error as it was read from the response.</summary>
    internal sealed record Refusal(
        int Status,
        string Code,
        string Message,
        JsonNode? Details,
        IReadOnlyDictionary<string, IReadOnlyList<string>> Errors,
        string? RequestId)
    {
        internal static Refusal Read(int status, string body)
        {
            JsonObject? answer = null;
            try
            {
                answer = JsonNode.Parse(body) as JsonObject;
            }
            catch (JsonException)
            {
                // A proxy answered instead of the bank.
            }

            var error = answer?["error"] as JsonObject;
            var errors = new Dictionary<string, IReadOnlyList<string>>();
            foreach (var (name, list) in answer?["errors"] as JsonObject ?? new JsonObject())
            {
                errors[name] = list.Deserialize<List<string>>() ?? new List<string>();
            }

            return new Refusal(
                status,
                error?["code"]?.ToString() ?? "UNREADABLE",
                error?["message"]?.ToString() ?? answer?["message"]?.ToString() ?? $"The bank answered {status}.",
                error?["details"],
                errors,
                answer?["request_id"]?.ToString());
        }
    }
}

/// <summary>400: the request could not be read.</summary>
public sealed class BadRequestException : ApiException
{
    internal BadRequestException(Refusal refusal)
        : base(refusal)
    {
    }
}

/// <summary>401: the token is missing, wrong or revoked.</summary>
public sealed class UnauthorizedException : ApiException
{
    internal UnauthorizedException(Refusal refusal)
        : base(refusal)
    {
    }
}

/// <summary>402: the call has to be paid for.</summary>
public sealed class PaymentRequiredException : ApiException
{
    internal PaymentRequiredException(Refusal refusal)
        : base(refusal)
    {
    }
}

/// <summary>403: the token may not do this.</summary>
public sealed class ForbiddenException : ApiException
{
    internal ForbiddenException(Refusal refusal)
        : base(refusal)
    {
    }
}

/// <summary>404: it does not exist, or belongs to another user.</summary>
public sealed class NotFoundException : ApiException
{
    internal NotFoundException(Refusal refusal)
        : base(refusal)
    {
    }
}

/// <summary>409: it conflicts with something that happened before.</summary>
public sealed class ConflictException : ApiException
{
    internal ConflictException(Refusal refusal)
        : base(refusal)
    {
    }
}

/// <summary>422: a field is wrong, or the bank's rules refuse it.</summary>
public sealed class InvalidException : ApiException
{
    internal InvalidException(Refusal refusal)
        : base(refusal)
    {
    }
}

/// <summary>429: too many calls.</summary>
public sealed class RateLimitedException : ApiException
{
    internal RateLimitedException(Refusal refusal)
        : base(refusal)
    {
    }
}

/// <summary>5xx: the bank failed or is busy.</summary>
public sealed class ServerException : ApiException
{
    internal ServerException(Refusal refusal)
        : base(refusal)
    {
    }
}
