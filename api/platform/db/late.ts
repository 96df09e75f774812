import { AsyncLocalStorage } from 'node:async_hooks'

const late = new AsyncLocalStorage<true>()

/** Runs `work`, whose reads may be as old as a read replica is (`replica.ts`). */
export const mayReadLate = <T>(work: () => Promise<T>): Promise<T> => late.run(true, work)

/** Whether what is read now may be as old as a replica is. */
export const isLateRead = (): boolean => late.getStore() === true
