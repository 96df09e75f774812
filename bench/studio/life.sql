-- What the inbox and the audience of the star have besides the world of `bench/scale/world.sql`: each view and each filter
-- finds some, and enough fans that a broadcast passes its rails to 100,000 of L and X. Triggers do not fire.
set session_replication_role = replica;
create temporary table star as select id from users where username = 'star';

-- Views: about one in 150 is muted, one in 200 hidden, one in 400 snoozed, twenty are pinned.
create temporary table ordered as
  select session_id, row_number() over (order by md5(session_id::text)) as n
  from chat_members where user_id = (select id from star) and as_creator;
update chat_members m set muted = o.n % 150 = 0, hidden = o.n % 200 = 1,
  snoozed_until = case when o.n % 400 = 2 then now() + interval '3 days' end,
  pinned_at = case when o.n between 3 and 22 then now() - o.n * interval '1 hour' end
from ordered o where m.session_id = o.session_id and m.user_id = (select id from star)
  and (o.n % 150 = 0 or o.n % 200 = 1 or o.n % 400 = 2 or o.n between 3 and 22);
-- One in twenty has had no word from the star and does not belong to those whom the star follows.
update chat_members m set wrote = false from ordered o
where m.session_id = o.session_id and m.user_id = (select id from star) and m.awaits_answer and o.n % 20 = 5;
-- One in a hundred waits for something that was asked and paid for.
insert into paid_requests (id, fan_id, creator_id, message_id, price_cents, entry_id, due_at)
select gen_random_uuid(), m.other_id, m.user_id, gen_random_uuid(), 1000 + 100 * (o.n % 40), gen_random_uuid(), now() + interval '5 days'
from chat_members m join ordered o using (session_id) where m.user_id = (select id from star) and o.n % 100 = 6;

-- More followers, so that a quarter of all fans pay nothing.
create temporary table followers as
  select u.id from users u where not u.is_creator and u.username is not null
    and not exists (select from creator_fans f where f.creator_id = (select id from star) and f.fan_id = u.id)
  order by u.id limit (select count(*) * 35 / 100 from creator_fans f where f.creator_id = (select id from star));
insert into follows select f.id, star.id, now() - interval '40 days' from followers f, star on conflict do nothing;
select count(*) from (
  select refresh_creator_fans(array_agg(star.id), array_agg(f.id))
  from (select id, row_number() over (order by id) / 5000 as part from followers) f, star group by f.part) refreshed;

-- One in ten speaks French; some are in a trial or have a gift; a tenth came by a link.
create temporary table numbered as
  select fan_id, row_number() over (order by md5(fan_id::text)) as n from creator_fans where creator_id = (select id from star);
update creator_fans f set
  locale = case when o.n % 10 = 0 then 'fr' else f.locale end,
  started_at = case when o.n % 50 = 1 then now() + interval '3 days' else f.started_at end,
  gifted_until = case when o.n % 50 = 2 then now() + interval '20 days' else f.gifted_until end
from numbered o where f.creator_id = (select id from star) and f.fan_id = o.fan_id and (o.n % 10 = 0 or o.n % 50 in (1, 2));
update users u set locale = 'fr' from numbered o where u.id = o.fan_id and o.n % 10 = 0;
insert into tracking_links (id, creator_id, code, name)
select gen_random_uuid(), star.id, 'studio' || n, 'Link ' || n from star, generate_series(1, 5) n;
insert into tracking_link_fans (creator_id, fan_id, link_id, since)
select star.id, o.fan_id, l.id, now() - interval '30 days'
from numbered o, star, tracking_links l where l.creator_id = star.id and o.n % 10 = 3 and l.code = 'studio' || 1 + o.n / 10 % 5;

-- One broadcast is sold. Three are of this week, and a tenth of those who got one got all of them.
update messages set price_cents = 500 where broadcast_id = (
  select id from broadcasts where sender_id = (select id from star) order by id limit 1);
update broadcasts set price_cents = 500 where id = (
  select id from broadcasts where sender_id = (select id from star) order by id limit 1);
create temporary table recent as
  select id, row_number() over (order by id) as n from broadcasts where sender_id = (select id from star) order by id offset 2 limit 3;
update broadcasts b set send_at = now() - r.n * interval '1 day' from recent r where b.id = r.id;
insert into broadcast_recipients (broadcast_id, user_id)
select other.id, g.user_id from recent third join broadcast_recipients g on g.broadcast_id = third.id
join recent other on other.n > third.n where third.n = 3 and hashtext(g.user_id::text) % 10 = 0 on conflict do nothing;

insert into fan_lists (id, creator_id, name, filter) select gen_random_uuid(), star.id, name, filter::jsonb
from star, (values ('everyone', '{"relation": ["subscriber", "trial", "gifted", "expired", "follower", "buyer"]}'),
  ('payers', '{"min_spent": 20}'), ('silent', '{"unpaid_days": 90}'), ('ending', '{"renewal": "on", "renewal_days": 7}')) l(name, filter);

analyze;
