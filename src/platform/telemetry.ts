// Exports OpenTelemetry traces when the standard OTEL variables ask for it. Only then is the SDK loaded,
// because loading takes most of a second.
import { type Tracer, trace } from '@opentelemetry/api'
import { SOFTWARE_VERSION } from '../kernel/version.ts'

export interface Telemetry {
  readonly tracer: Tracer
  stop(): Promise<void>
}

export async function startTelemetry(
  env: Record<string, string | undefined>,
): Promise<Telemetry | undefined> {
  const asked =
    env.OTEL_SDK_DISABLED !== 'true' &&
    env.OTEL_TRACES_EXPORTER !== 'none' &&
    [
      env.OTEL_TRACES_EXPORTER,
      env.OTEL_EXPORTER_OTLP_ENDPOINT,
      env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
    ].some((value) => value !== undefined && value !== '')
  if (!asked) return undefined
  // An unreachable collector must not delay the shutdown by its default of ten seconds.
  env.OTEL_EXPORTER_OTLP_TIMEOUT ??= '3000'
  // Attributes of the operator come later in the list, and so take precedence.
  env.OTEL_RESOURCE_ATTRIBUTES = [
    `service.version=${SOFTWARE_VERSION}`,
    ...(env.OTEL_RESOURCE_ATTRIBUTES ? [env.OTEL_RESOURCE_ATTRIBUTES] : []),
  ].join(',')
  const { NodeSDK } = await import('@opentelemetry/sdk-node')
  const sdk = new NodeSDK({ serviceName: env.OTEL_SERVICE_NAME ?? 'florin' })
  sdk.start()
  return { tracer: trace.getTracer('florin'), stop: () => sdk.shutdown() }
}
