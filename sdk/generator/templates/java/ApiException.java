package com.SDK_FLAT;

import java.util.List;
import java.util.Map;

/** An error response of the bank, with its code and the invalid fields; one class for each kind. */
public class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;
    private final transient Object details;
    private final transient Map<String, List<String>> errors;
    private final String requestId;

    ApiException(int status, Refusal refusal) {
        super(refusal.message());
        this.status = status;
        this.code = refusal.code();
        this.details = refusal.details();
        this.errors = refusal.errors();
        this.requestId = refusal.requestId();
    }

    public int status() {
        return status;
    }

    public String code() {
        return code;
    }

    public Object details() {
        return details;
    }

    /** The problems of each field. */
    public Map<String, List<String>> errors() {
        return errors == null ? Map.of() : errors;
    }

    public String requestId() {
        return requestId;
    }

    /** 400: the request could not be read. */
    public static final class BadRequest extends ApiException {
        private static final long serialVersionUID = 1L;

        BadRequest(int status, Refusal refusal) {
            super(status, refusal);
        }
    }

    /** 401: the token is missing, wrong or revoked. */
    public static final class Unauthorized extends ApiException {
        private static final long serialVersionUID = 1L;

        Unauthorized(int status, Refusal refusal) {
            super(status, refusal);
        }
    }

    /** 402: the call has to be paid for. */
    public static final class PaymentRequired extends ApiException {
        private static final long serialVersionUID = 1L;

        PaymentRequired(int status, Refusal refusal) {
            super(status, refusal);
        }
    }

    /** 403: the token may not do this. */
    public static final class Forbidden extends ApiException {
        private static final long serialVersionUID = 1L;

        Forbidden(int status, Refusal refusal) {
            super(status, refusal);
        }
    }

    /** 404: it does not exist, or belongs to another user. */
    public static final class NotFound extends ApiException {
        private static final long serialVersionUID = 1L;

        NotFound(int status, Refusal refusal) {
            super(status, refusal);
        }
    }

    /** 409: it conflicts with something that happened before. */
    public static final class Conflict extends ApiException {
        private static final long serialVersionUID = 1L;

        Conflict(int status, Refusal refusal) {
            super(status, refusal);
        }
    }

    /** 422: a field is wrong, or the bank's rules refuse it. */
    public static final class Invalid extends ApiException {
        private static final long serialVersionUID = 1L;

        Invalid(int status, Refusal refusal) {
            super(status, refusal);
        }
    }

    /** 429: too many calls. */
    public static final class RateLimited extends ApiException {
        private static final long serialVersionUID = 1L;

        RateLimited(int status, Refusal refusal) {
            super(status, refusal);
        }
    }

    /** 5xx: the bank failed or is busy. */
    public static final class ServerFailure extends ApiException {
        private static final long serialVersionUID = 1L;

        ServerFailure(int status, Refusal refusal) {
            super(status, refusal);
        }
    }

    /** The error as it was read from the response. */
    record Refusal(
            String code,
            String message,
            Object details,
            Map<String, List<String>> errors,
            String requestId) {}

    static ApiException of(int status, String body) {
        Refusal refusal = read(status, body);
        return switch (status) {
            case 400 -> new BadRequest(status, refusal);
            case 401 -> new Unauthorized(status, refusal);
            case 402 -> new PaymentRequired(status, refusal);
            case 403 -> new Forbidden(status, refusal);
            case 404 -> new NotFound(status, refusal);
            case 409 -> new Conflict(status, refusal);
            case 422 -> new Invalid(status, refusal);
            case 429 -> new RateLimited(status, refusal);
            default -> status >= 500 ? new ServerFailure(status, refusal) : new ApiException(status, refusal);
        };
    }

    @SuppressWarnings("unchecked")
    private static Refusal read(int status, String body) {
        Object parsed;
        try {
            parsed = Json.parse(body);
        } catch (IllegalArgumentException unreadable) {
            parsed = null;
        }
        Map<String, Object> answer = parsed instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
        Map<String, Object> error =
                answer.get("error") instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
        Object message = error.getOrDefault("message", answer.get("message"));
        return new Refusal(
                error.get("code") instanceof String code ? code : "UNREADABLE",
                message instanceof String text ? text : "The bank answered " + status + ".",
                error.get("details"),
                answer.get("errors") instanceof Map<?, ?> map ? (Map<String, List<String>>) map : Map.of(),
                answer.get("request_id") instanceof String id ? id : null);
    }
}
