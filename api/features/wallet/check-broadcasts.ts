/**
 * What broadcasts are said to have brought, against their messages that were read and the purchases of these that were not
 * paid back.
 */
export const wrongBroadcasts = `
  with sums as (
    select broadcast_id, sum(opened) as opened, sum(unlocked) as unlocked, sum(earned_cents) as earned
    from broadcast_figures group by 1
  ), expected as (
    select m.broadcast_id, count(m.read_at) as opened, sum(p.unlocked) as unlocked, sum(p.earned) as earned
    from messages m cross join lateral (
      select count(*) as unlocked, coalesce(sum(b.price_cents), 0) as earned from purchases b
      where b.object_kind = 'message' and b.object_id = m.id and b.refunded_at is null
    ) p
    where m.broadcast_id is not null group by 1
  )
  select broadcast_id || ' says ' || concat_ws(' ', s.opened, s.unlocked, s.earned)
    || ', there were ' || concat_ws(' ', e.opened, e.unlocked, e.earned) as what
  from sums s full join expected e using (broadcast_id)
  where (coalesce(s.opened, 0), coalesce(s.unlocked, 0), coalesce(s.earned, 0))
    <> (coalesce(e.opened, 0), coalesce(e.unlocked, 0), coalesce(e.earned, 0))`
