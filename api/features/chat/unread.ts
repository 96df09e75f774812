/**
 * SQL for whether message `m` was added to its receiver's unread messages. A broadcast was not if the fan wants the
 * creator's broadcasts in the channel only (`broadcasts/deliver.ts`).
 */
export const unreadPredicate = (m: string): string => `(${m}.broadcast_id is null or not exists (
        select 1 from broadcast_habits q
        where q.fan_id = ${m}.receiver_id and q.creator_id = ${m}.sender_id and q.frequency = 'digest'))`
