<?php

declare(strict_types=1);

namespace SDK_PASCAL;

/** The bank could not be reached, or its answer was cut off. */
final class TransportException extends \RuntimeException
{
}
