const sold = `cross join lateral (
      select count(*) as unlocked, coalesce(sum(b.price_cents), 0) as earned from purchases b
      where b.object_kind = 'message' and b.object_id = m.id and b.refunded_at is null
    ) p`

const wrongSums = `
  with sums as (
    select broadcast_id, sum(opened) as opened, sum(unlocked) as unlocked, sum(earned_cents) as earned
    from broadcast_figures group by 1
  ), expected as (
    select m.broadcast_id, count(m.read_at) as opened, sum(p.unlocked) as unlocked, sum(p.earned) as earned
    from messages m ${sold}
    where m.broadcast_id is not null group by 1
  )
  select broadcast_id || ' says ' || concat_ws(' ', s.opened, s.unlocked, s.earned)
    || ', there were ' || concat_ws(' ', e.opened, e.unlocked, e.earned) as what
  from sums s full join expected e using (broadcast_id)
  where (coalesce(s.opened, 0), coalesce(s.unlocked, 0), coalesce(s.earned, 0))
    <> (coalesce(e.opened, 0), coalesce(e.unlocked, 0), coalesce(e.earned, 0))`

const wrongTexts = `
  with sums as (
    select broadcast_id, version, sum(case version when 'first' then first_opened else second_opened end) as opened,
      sum(case version when 'first' then first_unlocked else second_unlocked end) as unlocked,
      sum(case version when 'first' then first_earned_cents else second_earned_cents end) as earned
    from broadcast_figures, (values ('first'), ('second')) v(version) group by 1, 2
  ), expected as (
    select m.broadcast_id, r.version, count(m.read_at) as opened, sum(p.unlocked) as unlocked, sum(p.earned) as earned
    from messages m
    join broadcast_recipients r on r.broadcast_id = m.broadcast_id and r.user_id = m.receiver_id and r.version is not null
    ${sold} group by 1, 2
  )
  select broadcast_id || ' says of its ' || version || ' text ' || concat_ws(' ', s.opened, s.unlocked, s.earned)
    || ', there were ' || concat_ws(' ', e.opened, e.unlocked, e.earned) as what
  from sums s full join expected e using (broadcast_id, version)
  where (coalesce(s.opened, 0), coalesce(s.unlocked, 0), coalesce(s.earned, 0))
    <> (coalesce(e.opened, 0), coalesce(e.unlocked, 0), coalesce(e.earned, 0))`

/**
 * What broadcasts are said to have brought, and each of two texts with the fans who compared them, against their messages
 * that were read and the purchases of these that were not paid back.
 */
export const wrongBroadcasts = `
  select * from (${wrongSums}) a union all select * from (${wrongTexts}) b`
