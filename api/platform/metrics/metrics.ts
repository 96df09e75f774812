import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * What a node measures. Labels have few values that are known beforehand: never an id, a username or a path. Gauges that
 * the database or the process answers are set at each scrape (`scrape.ts`).
 */
export function openMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name: `fanfare_${name}_total`, help, labelNames, registers })
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name: `fanfare_${name}`, help, labelNames, registers })
  const histogram = <L extends string>(name: string, help: string, labelNames: L[], buckets: number[]) =>
    new Histogram({ name: `fanfare_${name}_seconds`, help, labelNames, buckets, registers })
  return {
    registry,
    requests: histogram(
      'http_request_duration',
      'Requests by route pattern, method and class of status; the time until the answer begins.',
      ['route', 'method', 'status'],
      [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    ),
    overloaded: counter('http_overloaded', 'Calls that were answered with 503 because too many were running.'),
    jobs: histogram(
      'job_duration',
      'Tasks of the queues that this node ran, by outcome.',
      ['queue', 'outcome'],
      [0.01, 0.1, 1, 10, 60, 600, 3600],
    ),
    socketsOpen: gauge('sockets_open', 'Sockets that are open on this node.'),
    socketsOpened: counter('sockets_opened', 'Sockets that were opened.'),
    socketsClosed: counter('sockets_closed', 'Sockets that were closed, by reason.', ['reason']),
    eventsRecovered: counter(
      'live_events_recovered',
      'Recorded events that came from the database and not from Redis.',
    ),
    uploadsBegun: counter('uploads_begun', 'Uploads that were begun.'),
    uploadsFinished: counter('uploads_finished', 'Uploads whose last byte has come.'),
    uploadsFailed: counter('uploads_failed', 'Uploads that did not become media, by reason.', ['reason']),
    uploadBytes: counter('upload_bytes', 'Bytes of the uploads that were finished.'),
    topups: counter('topups', 'What became of purchases of coins, by provider.', ['provider', 'outcome']),
    webhooks: counter('payment_webhooks', 'Events of the payment provider, by outcome.', ['outcome']),
    providerErrors: counter('payment_provider_errors', 'Calls to the payment provider that failed.', ['provider']),
    rowsExpired: counter('retention_rows', 'Rows that were deleted because their time was over.', ['table']),
    scraped: scrapedGauges(gauge),
  }
}

export type Metrics = ReturnType<typeof openMetrics>
type NewGauge = <L extends string>(name: string, help: string, labelNames?: L[]) => Gauge<L>

/** Set at each scrape: first what this node knows, then what the database knows, which is the same on every node. */
function scrapedGauges(gauge: NewGauge) {
  return {
    ready: gauge('ready', '1 while this node should be sent requests.'),
    parts: gauge('part_up', '1 while this part answers.', ['part']),
    poolConnections: gauge('db_pool_connections', 'Connections of this node to the database.', ['state']),
    poolWaiting: gauge('db_pool_waiting', 'Callers that wait for a connection.'),
    outboxAge: gauge('live_outbox_age_seconds', 'The oldest recorded event that this node may not have sent yet.'),
    diskFree: gauge('disk_free_bytes', 'What is free on the disk of DATA_DIR.'),
    diskSize: gauge('disk_size_bytes', 'The size of the disk of DATA_DIR.'),
    databaseRead: gauge('database_scrape_success', '1 when the figures below were read from the database.'),
    queueDue: gauge('queue_due_tasks', 'Tasks that are due and that no worker has taken.', ['queue']),
    queueAge: gauge('queue_oldest_due_seconds', 'How long the oldest of them has been due.', ['queue']),
    mailsWaiting: gauge('mails_waiting', 'Mails that are not sent yet.'),
    mailsAge: gauge('mails_oldest_waiting_seconds', 'The age of the oldest of them.'),
    mailsFailed: gauge('mails_given_up', 'Mails of the last 30 days that could not be sent.'),
    topupsOpen: gauge('topups_open', 'Purchases of coins that are not settled yet.'),
    topupsAge: gauge('topups_oldest_open_seconds', 'The age of the oldest of them.'),
    payoutsWaiting: gauge('payouts_waiting', 'Payouts on their way, by state.', ['state']),
    payoutsAge: gauge('payouts_oldest_waiting_seconds', 'The age of the oldest of them.', ['state']),
    ledgerRun: gauge('ledger_check_last_run_timestamp_seconds', 'When a check of the ledger ended; 0 for never.'),
    ledgerSuccess: gauge('ledger_check_last_success_timestamp_seconds', 'When one last ended with a result.'),
    ledgerViolations: gauge('ledger_violations', 'What the last result found wrong.'),
    backupSuccess: gauge('backup_verified_timestamp_seconds', 'When a backup was last verified; 0 for never.'),
    backupFailed: gauge('backup_verification_failed', '1 when the last verification of a backup failed.'),
    backupDuration: gauge('backup_verification_duration_seconds', 'How long the last verification took.'),
  }
}
