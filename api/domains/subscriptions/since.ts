/**
 * SQL for since when the subscription `s` runs, at the moment `now` (a parameter or an expression). `started_at` is the
 * day from which its paid months are counted, and during a trial that one is still to come: then it is when the trial
 * was taken.
 */
export const sinceAt = (now: string): string => `case when s.started_at > ${now}::timestamptz then coalesce(
    (select max(r.created_at) from offer_redemptions r join offer_links o on o.id = r.link_id
      where r.fan_id = s.fan_id and o.creator_id = s.creator_id), s.started_at)
  else s.started_at end`
