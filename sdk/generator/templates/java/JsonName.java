package com.SDK_FLAT;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** The name of a field on the wire. */
@Retention(RetentionPolicy.RUNTIME)
public @interface JsonName {
    String value();
}
