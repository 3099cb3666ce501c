// OpenTelemetry traces, switched on by the standard OTEL variables and by nothing else. The SDK is
// loaded only then: it costs most of a second at start.
import { type Tracer, trace } from '@opentelemetry/api'

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
  // A collector that is gone must not hold up the stop for its ten seconds.
  env.OTEL_EXPORTER_OTLP_TIMEOUT ??= '3000'
  const { NodeSDK } = await import('@opentelemetry/sdk-node')
  const sdk = new NodeSDK({ serviceName: env.OTEL_SERVICE_NAME ?? 'florin' })
  sdk.start()
  return { tracer: trace.getTracer('florin'), stop: () => sdk.shutdown() }
}
