import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A point in time, read and written as a `Date`. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true })

/** Several spans of whole numbers, as PostgreSQL writes them: `{[540,1020),[1980,2460)}`. */
export const int4multirange = customType<{ data: string }>({ dataType: () => 'int4multirange' })
