import type pg from 'pg'

/**
 * Calls `found` when a server that a client connects to is in recovery. PostgreSQL 14 and newer say so in the greeting,
 * so it costs no question. Such a server answers reads, perhaps with what is old, and takes no write.
 */
export function onStandby({ connection }: pg.Client, found: () => void): void {
  connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
    if (parameterName === 'in_hot_standby' && parameterValue === 'on') found()
  })
}

type ParameterStatus = { parameterName: string; parameterValue: string }
