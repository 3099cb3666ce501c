package com.SDK_FLAT;

/** The bank could not be reached, or its answer was cut off. */
public final class TransportException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TransportException(String message, Throwable cause) {
        super(message, cause);
    }
}
