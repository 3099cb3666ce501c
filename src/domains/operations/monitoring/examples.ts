// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples } from '../../../operation/examples.ts'

const domainHealth = { total_records: 0, last_hour: 0, recent_errors: 0, status: 'healthy' }

const eventThroughput = {
  last_hour: 2,
  last_24h: 2,
  avg_per_minute: 0.03,
  events_per_second: 0.0006,
  per_domain: {
    ledger: 0,
    rates: 0,
    identity: 1,
    funding: 0,
    'api-keys': 0,
    agents: 0,
    passkeys: 0,
    oauth: 0,
    'agent-messages': 0,
    'agent-agreements': 0,
    escrow: 0,
    'agent-payments': 0,
    reputation: 0,
    mandates: 0,
    a2a: 0,
    accounts: 1,
    transfers: 0,
    transactions: 0,
    exchange: 0,
    baskets: 0,
    gcu: 0,
    ramp: 0,
    wallets: 0,
    webhooks: 0,
    governance: 0,
    sms: 0,
    subscriptions: 0,
    cards: 0,
  },
  status: 'active',
}

const consumerGroup = {
  name: 'live-streams',
  consumers: 0,
  last_delivered_id: null,
  pending: 0,
  status: 'healthy',
}

const streamStatus = {
  stream_key: 'florin:account-events',
  length: 1,
  pending: 0,
  last_event_id: 'evt_000000000003ea00',
  status: 'active',
  health: 'healthy',
  consumer_groups: [consumerGroup],
}

export const examples = defineExamples({
  'dashboard.metrics': {
    output: {
      timestamp: '2026-03-01T12:00:00.000Z',
      domain_health: { assets: domainHealth, ledger: domainHealth },
      event_throughput: eventThroughput,
      stream_status: {
        account: streamStatus,
        agent: {
          stream_key: 'florin:agent-events',
          length: 0,
          pending: 0,
          last_event_id: null,
          status: 'empty',
          health: 'healthy',
          consumer_groups: [consumerGroup],
        },
      },
      system_health: {
        memory_usage_mb: null,
        memory_peak_mb: null,
        uptime_seconds: null,
        runtime_version: null,
        queue_connection: null,
        cache_driver: null,
        nodes: null,
        open_streams: 0,
      },
      error_rate: null,
      events_processed: 2,
    },
  },
  'dashboard.domain_health': { output: { assets: domainHealth, ledger: domainHealth } },
  'dashboard.event_throughput': { output: eventThroughput },
  'dashboard.stream_status': {
    output: {
      account: {
        ...streamStatus,
        pending: 1,
        last_event_id: 'evt_000000000003f000',
        consumer_groups: [{ ...consumerGroup, pending: 1 }],
      },
      agent: {
        stream_key: 'florin:agent-events',
        length: 0,
        pending: 0,
        last_event_id: null,
        status: 'empty',
        health: 'healthy',
        consumer_groups: [consumerGroup],
      },
    },
  },
  'dashboard.projector_lag': {
    output: {
      total_events: 2,
      last_event_id: 'evt_000000000003f200',
      estimated_lag: 0,
      status: 'healthy',
      projectors: [
        {
          name: 'webhooks',
          domain: 'webhooks',
          status: 'healthy',
          last_processed_at: '2026-03-01T12:00:00.000Z',
          lag: 0,
        },
      ],
    },
  },
})
