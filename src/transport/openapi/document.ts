// The REST door as an OpenAPI 3.0.0 document, computed from the registry alone: what is not declared
// is not in it. The order of keys depends on nothing but the declarations, so that the committed copy
// shows a change of the surface as a small difference.
import { Type } from 'typebox'
import { STATUS_CODES } from 'node:http'
import { PageLinks } from '../../kernel/page.ts'
import type { AnyOperation, Envelope, Route } from '../../operation/operation.ts'
import { parseRoute } from '../../operation/operation.ts'
import type { Registry } from '../../operation/registry.ts'
import { type ErrorResponses, makeErrorResponses, routeErrors } from './errors.ts'
import { type HeaderName, headers, responseHeaders } from './headers.ts'
import { makeSchemas, type Schema, type Schemas, sortedByKey } from './schemas.ts'
import { describeAuth, securityOf, securitySchemesOf } from './security.ts'
