-- Writes a world into a migrated, empty database, with the skew of real life: one creator ("star") with a fifth or more of all
-- fans, one fan ("whale") who buys everywhere, one large agency. `bench/scale/world.ts` has the variables. Indexes are
-- dropped before and made after; triggers do not fire, so what they keep is written at the end.
\set ON_ERROR_STOP 1
set session_replication_role = replica;
set work_mem = '512MB';
set synchronous_commit = off;
drop schema if exists gen cascade; create schema gen;
select (extract(epoch from now())*1000)::bigint - 400*86400000::bigint as base \gset
select (390*86400000::bigint)/:U as ustep, (399*86400000::bigint)/:P as pstep, :P/:SP as "K" \gset
create table gen.facts as select :base::bigint base, :U::bigint u, :C::bigint c, :P::bigint p, :K::bigint k, :'size'::text size;
create function gen.id(kind int, n bigint, ms bigint) returns uuid language sql immutable parallel safe as
  $$ select (lpad(to_hex($3),12,'0')||'7'||lpad(to_hex($1),3,'0')||'8'||lpad(to_hex($2),15,'0'))::uuid $$;
create function gen.h(n bigint, seed bigint) returns bigint language sql immutable parallel safe as
  $$ select hashint8extended($1,$2) & 9223372036854775807 $$;
create function gen.ts(ms bigint) returns timestamptz language sql immutable parallel safe as $$ select to_timestamp($1/1000.0) $$;
select format($f$create function gen.ums(n bigint) returns bigint language sql immutable parallel safe as 'select %s+$1*%s' $f$, :base, :ustep) \gexec
select format($f$create function gen.uid(n bigint) returns uuid language sql immutable parallel safe as 'select gen.id(1,$1,%s+$1*%s)' $f$, :base, :ustep) \gexec
select format($f$create function gen.pms(n bigint) returns bigint language sql immutable parallel safe as 'select %s+$1*%s' $f$, :base, :pstep) \gexec
select format($f$create function gen.pid(n bigint) returns uuid language sql immutable parallel safe as 'select gen.id(2,$1,%s+$1*%s)' $f$, :base, :pstep) \gexec
select format($f$create function gen.mid(n bigint) returns uuid language sql immutable parallel safe as 'select gen.id(3,$1,%s+least($1,%s)*%s)' $f$, :base, :P, :pstep) \gexec
select format($f$create function gen.author(p bigint) returns bigint language sql immutable parallel safe as
  'select case when $1 %% %s = 0 then 1 else 2 + floor((%s-1)*power((gen.h($1,1)%%1000000)/1000000.0::float8,2))::bigint end' $f$, :K, :C) \gexec
-- 600 words
create table gen.words as select array_agg(w) a from (select substr('bcdfgklmnprstvz', 1+(gen.h(i,1)%15)::int,1)||substr('aeiou',1+(gen.h(i,2)%5)::int,1)||substr('bcdfglmnprst',1+(gen.h(i,3)%12)::int,1)||substr('aeiou',1+(gen.h(i,4)%5)::int,1)||substr('lmnrst',1+(gen.h(i,5)%6)::int,1) w from generate_series(1,600) i) x;
select format($f$create function gen.say(n bigint, len int) returns text language sql immutable parallel safe as
  'select substr(''%s'', 1+6*(gen.h($1,9)%%600)::int, 6*$2-1)' $f$, array_to_string(a||a,' ')) from gen.words \gexec
create table gen.idx as select indexdef, tablename, indexname from pg_indexes i where schemaname='public'
  and not exists (select 1 from pg_constraint c where c.conindid = (quote_ident(i.schemaname)||'.'||quote_ident(i.indexname))::regclass);
select 'drop index public.'||indexname from gen.idx \gexec

\echo users
create table gen.names as select array['lena','marc','julie','noah','emma','louis','chloe','hugo','ines','adam','zoe','paul','anna','victor','clara','oscar','rosa','felix','nina','simon','maya','leo','eva','max','lucie','tom','sarah','ben','iris','jade','axel','milo'] f,
 array['moreau','lambert','durand','petit','garcia','rossi','weber','novak','silva','martin','bernard','dubois','leroy','fontaine','marchand','keller','brandt','costa','ferrari','lopez','meyer','schmidt','olsen','larsen','nielsen','kowalski','nagy','popescu','ivanova','santos','carter','walsh'] l;
insert into users (id,email,email_verified,created_at,updated_at,username,birthdate,display_name,bio,links,is_creator,price_cents,referral_code,referred_by,locale,role)
select gen.uid(n), 'u'||n||'@scale.test', true, gen.ts(gen.ums(n)), gen.ts(gen.ums(n)),
  case when n=1 then 'star' when n=:U then 'whale' when n=:U-1 then 'normalfan' when n=:C/2 then 'normalcreator' when n=:U-99 then 'agencyowner' when n=:U-100 then 'agencyoperator' else f[1+(gen.h(n,1)%32)::int]||'_'||l[1+(gen.h(n,2)%32)::int]||n end,
  '1990-01-01', initcap(f[1+(gen.h(n,1)%32)::int])||' '||initcap(l[1+(gen.h(n,2)%32)::int]),
  case when n<=:C then gen.say(n,20) end, '[]', n<=:C, case when n<=:C then case when gen.h(n,3)%10<3 and n>1 then 0 else 499+100*(gen.h(n,4)%10)::int end end,
  'r'||n, case when n>:C and n%25=0 then gen.uid(1) when n>:C and n%10=1 then gen.uid(2+gen.h(n,5)%(:C-1)) end, 'en', 'user'
from generate_series(1::bigint,:U) n, gen.names;
insert into users (id,email,email_verified,username,birthdate,display_name,referral_code,role)
 select gen.id(33,1,:base), 'staff@scale.test', true, 'staff', '1990-01-01', 'Staff', 'staff', 'staff';
insert into sessions (id,token,user_id,expires_at,created_at,updated_at) select gen.id(33,2,:base), md5('staff')||md5('staff2'), gen.id(33,1,:base), now()+interval '20 days', now(), now();
-- Referred users are older than what pays.
update users set created_at = created_at - interval '400 days' where referred_by is not null and email like '%@scale.test';
insert into sessions (id,token,user_id,expires_at,created_at,updated_at,ip_address,user_agent)
select gen.id(20,n,gen.ums(n)), md5(n::text)||md5((n+1)::text), gen.uid(n), now()+interval '20 days', now()-interval '3 days', now()-interval '2 days','127.0.0.1','Mozilla/5.0 scale' from generate_series(1::bigint,:U) n;

\echo posts and media
insert into posts (id,author_id,text,visibility,price_cents,published_at,created_at,notified_at,likes_count,comments_count)
select gen.pid(p), gen.uid(a), gen.say(p, 12), vis, case when vis='paid' then 500 end, t, t, t,
  lc, cc
from (select p, gen.author(p) a, gen.ts(gen.pms(p)) t,
   (case when p=:P then 'public' else (array['public','public','public','public','public','followers','followers','subscribers','subscribers','paid'])[1+(gen.h(p,7)%10)::int] end) vis,
   case when p=:P then :TOPL when p%:K=0 then :SL else (gen.h(p,3)%6)::int end lc,
   case when p=:P then :TOPC when p%:K=0 then :SCM else (case when gen.h(p,6)%4=0 then 2 else 0 end) end cc
  from generate_series(1::bigint,:P) p) x;
insert into media (id,owner_id,type,state,width,height,duration_ms,bytes,content_hash,preview,name,description,folder,tags,created_at)
select gen.mid(m), gen.uid(case when m<=:P then gen.author(m) else 1 end), (case gen.h(m,1)%20 when 0 then 'SOUND' when 1 then 'VIDEO' when 2 then 'VIDEO' else 'IMAGE' end),
 'ready', case when gen.h(m,1)%20<>0 then 1200 end, case when gen.h(m,1)%20<>0 then 800 end, case when gen.h(m,1)%20<3 then 60000 end, 200000, md5(m::text)||md5((-m)::text), 'data:image/webp;base64,'||repeat('UklGRnAAAABXRUJQ',8),
 'picture '||gen.say(m,2), case when m%2=0 then gen.say(m,8) end, case when m%3>0 then 'folder '||(m%20) end,
 case when m%2=0 then array['tag'||(m%50),'tag'||(m%7)] else '{}' end,
 gen.ts(:base+least(m,:P)*:pstep + greatest(0,m-:P)*1000)
from generate_series(1::bigint,:P+:SV-:SP) m;
insert into post_media select gen.pid(p), gen.mid(p), 0, false from generate_series(1::bigint,:P) p;
insert into post_media select gen.pid(p), gen.mid(:P+1+(p/:K)%(:SV-:SP)), 1, false from generate_series(:K::bigint,:P,:K) p;
create table gen.cmedia as select owner_id, min(id::text)::uuid m from media where name like 'picture %' group by 1;
create unique index on gen.cmedia(owner_id);
update users u set avatar_media_id = c.m from gen.cmedia c where c.owner_id=u.id;
insert into post_likes (user_id,post_id,created_at)
select gen.uid(:C+1+(gen.h(p,4)+k*7919)%(:U-:C)), gen.pid(p), gen.ts(gen.pms(p)+k*1000)
from generate_series(1::bigint,:P) p, lateral generate_series(1,case when p=:P then :TOPL when p%:K=0 then :SL else (gen.h(p,3)%6)::int end) k;
insert into comments (id,post_id,author_id,text,created_at)
select gen.id(4,p*65536+k,gen.pms(p)+k*1000), gen.pid(p), gen.uid(:C+1+(gen.h(p,5)+k*7919)%(:U-:C)), gen.say(p*97+k,6), gen.ts(gen.pms(p)+k*1000)
from generate_series(1::bigint,:P) p, lateral generate_series(1,case when p=:P then :TOPC when p%:K=0 then :SCM else (case when gen.h(p,6)%4=0 then 2 else 0 end) end) k;
insert into bookmarks select gen.uid(:C+1+gen.h(p,8)%(:U-:C-2)), gen.pid(p), gen.ts(gen.pms(p)+5000) from generate_series(1::bigint,:P,2) p;
insert into bookmarks select gen.uid(:U), gen.pid(p), gen.ts(gen.pms(p)+5000) from generate_series(1::bigint,:P,greatest(1,:P/:WBM)) p on conflict do nothing;

\echo follows and subscriptions
insert into follows select gen.uid(f), gen.uid(1), gen.ts(:base+350*86400000::bigint+f*1000) from generate_series(:C+1::bigint,:C+:SS) f;
insert into follows select gen.uid(f), gen.uid(2+(gen.h(f,11)+k*37)%(:C-1)), gen.ts(:base+360*86400000::bigint+gen.h(f,k)%86400000000*30/1000*1) from generate_series(:C+1::bigint,:U-1) f, generate_series(1,4) k on conflict do nothing;
insert into follows select gen.uid(:U), gen.uid(1+k), gen.ts(:base+360*86400000::bigint+k*1000) from generate_series(1::bigint,:WS) k on conflict do nothing;
insert into follows values (gen.uid(:U-1), gen.uid(1), now()-interval '30 days'), (gen.uid(:U), gen.uid(1), now()-interval '30 days') on conflict do nothing;
insert into subscriptions (id,fan_id,creator_id,status,price_cents,started_at,active_until,renews_at,since,updated_at)
select gen.id(7,f*1000+k,ms), gen.uid(f), gen.uid(c), st, pc, gen.ts(ms), case when st='ended' then now()-interval '5 days' when pc=0 then null else now()+make_interval(hours=>12+(gen.h(f,14)%600)::int) end,
  case when st='active' and pc>0 then now()+make_interval(hours=>12+(gen.h(f,14)%600)::int) end, gen.ts(ms), gen.ts(ms)
from (
 select f,0 k,1 c, case when gen.h(f,12)%20=0 then 'cancelled' when gen.h(f,12)%20=1 then 'ended' else 'active' end st, (select price_cents from users where username='star') pc, :base+300*86400000::bigint+f*5000 ms from generate_series(:C+1::bigint,:C+:SS) f
 union all select :U, k, 1+k, 'active', 499, :base+320*86400000::bigint+k*60000 from generate_series(1::bigint,:WS) k
 union all select f, 1, 2+gen.h(f,13)%(:C-1), case when gen.h(f,12)%5=0 then 'ended' when f%3=0 then 'active' else 'active' end, case when f%3=0 then 0 else 499 end, :base+330*86400000::bigint+f*4000 from generate_series(:C+1::bigint,:U-1,2) f) x;
insert into subscription_events (id,subscription_id,fan_id,creator_id,kind,price_cents,created_at)
select gen.id(8,row_number() over (),extract(epoch from since + (i||' days')::interval)::bigint*1000), s.id, fan_id, creator_id, k, price_cents, since + (i||' days')::interval from subscriptions s, (values ('new',0),('renewed',30),('renewed',60)) e(k,i) where s.id::text like '%-7007-%' and since + (i||' days')::interval < now();
insert into subscription_events (id,subscription_id,fan_id,creator_id,kind,price_cents,created_at)
select gen.id(9,row_number() over (),extract(epoch from since)::bigint*1000), s.id, fan_id, creator_id, 'lost', price_cents, now()-interval '5 days' from subscriptions s where status='ended' and s.id::text like '%-7007-%';
insert into blocks select gen.uid(1), gen.uid(:C+:SS+n), now()-interval '10 days' from generate_series(1::bigint,:SB) n;

insert into broadcast_habits select gen.uid(:C+f), gen.uid(1), case f%20 when 0 then 'off' else 'digest' end from generate_series(10::bigint,:SS,10) f;

\echo conversations
create unlogged table gen.conv as
select s, case when s<=:SC then 1 when s<=:SC+:WC then 1+(s-:SC) else 2+(gen.h(:C+1+(s-:SC-:WC-1)/2,15)+(s%2)*37)%(:C-1) end cr,
  case when s<=:SC then :C+s when s<=:SC+:WC then :U else :C+1+(s-:SC-:WC-1)/2 end fan,
  case when s=1 then :DEEP when s<=:SC then 8+(gen.h(s,16)%25)::int when s<=:SC+:WC then 10+(gen.h(s,16)%41)::int else 1+(gen.h(s,16)%17)::int end len,
  :base+100*86400000::bigint+gen.h(s,17)%(280*86400000::bigint) ms
from generate_series(1::bigint,:SC+:WC+:SESS) s;
update gen.conv set fan=:U-1 where s=1; -- the deep one is normalfan's
delete from gen.conv where s>1 and cr=1 and fan=:U-1;
insert into chat_sessions select gen.id(10,s,ms), least(gen.uid(cr),gen.uid(fan)), greatest(gen.uid(cr),gen.uid(fan)), len, gen.ts(ms) from gen.conv order by s;
insert into messages (id,session_id,seq,sender_id,receiver_id,content,type,price_cents,tip_cents,broadcast_id,operator_id,created_at,read_at)
select gen.id(5,s*32768+i,mms), gen.id(10,s,ms), i, case when fromcr then gen.uid(cr) else gen.uid(fan) end, case when fromcr then gen.uid(fan) else gen.uid(cr) end,
  gen.say(s*131+i,7), case when bc then 'broadcast' when fromcr and hh%33=0 then 'media' when not fromcr and hh%50=1 then 'tip' else 'text' end,
  case when not bc and fromcr and hh%33=0 then 500 end, case when not fromcr and hh%50=1 then 500 end,
  case when bc then gen.id(11,i/3,:base) end,
  case when fromcr and cr between 2 and 1+:AC and hh%2=0 then gen.uid(:U-100-hh%:AO) end, gen.ts(mms), case when i<=len-(case when s%10=0 then 2 else 0 end) then gen.ts(mms+60000) end
from (select *, cr=1 and s>1 and i%3=0 and i<=9 bc from (
   select c.*, i, gen.h(s*32768+i,18) hh, (gen.h(s*32768+i,19)%2=0) or (c.cr=1 and c.s>1 and i%3=0 and i<=9) or (s%10=0 and i>len-2 and false) fromcr, ms+i*(case when s=1 then 60000 else 3600000 end)::bigint mms
   from gen.conv c, lateral generate_series(1,len) i) y) x order by s,i;
insert into broadcasts (id,sender_id,audience,content,status,send_at,recipients,sent_count,created_at,finished_at)
select gen.id(11,b,:base), gen.uid(1), 'subscribers', gen.say(b,8), 'sent', gen.ts(:base+b*86400000::bigint), :SC-1, :SC-1, gen.ts(:base+b*86400000::bigint), gen.ts(:base+b*86400000::bigint) from generate_series(1,3) b;
insert into broadcasts (id,sender_id,audience,content,status,send_at,recipients,sent_count,created_at,finished_at)
select gen.id(11,b,:base), gen.uid(1), 'followers', gen.say(b,8), 'sent', gen.ts(:base+b*3600000), 0, 0, gen.ts(:base+b*3600000), gen.ts(:base+b*3600000) from generate_series(4,200) b;
insert into broadcast_recipients select gen.id(11,b,:base), gen.uid(fan) from generate_series(1,3) b, gen.conv where cr=1 and s>1 and len>=b*3;
create unlogged table gen.last as select m.session_id, m.id, m.sender_id, m.content, m.created_at, m.tip_cents, m.seq, c.s from gen.conv c join messages m on m.session_id=gen.id(10,c.s,c.ms) and m.seq=c.len;
create unlogged table gen.unread as select m.session_id, m.receiver_id, count(*)::int c from gen.conv c join messages m on m.session_id=gen.id(10,c.s,c.ms) and m.seq>c.len-2 where c.s%10=0 group by 1,2;
analyze gen.last; analyze gen.unread; analyze gen.conv;
insert into chat_members (user_id,other_id,session_id,as_creator,read_seq,unread_count,wrote,awaits_answer,last_message,last_message_type,last_message_at,last_message_id)
select me, ot, l.session_id, ascr, case when unread then greatest(0,len-2) else len end, coalesce(u.c,0), true, l.sender_id<>me, left(l.content,140), case when l.tip_cents is not null then 'tip' end, l.created_at, l.id
from (select gen.uid(cr) me, gen.uid(fan) ot, s, len, true ascr, s%10=0 unread from gen.conv union all select gen.uid(fan), gen.uid(cr), s, len, false, s%10=0 from gen.conv) c
join gen.last l on l.s=c.s left join gen.unread u on u.session_id=l.session_id and u.receiver_id=c.me;
insert into message_media select m.id, c.m, 0, false from messages m join gen.cmedia c on c.owner_id=m.sender_id where m.price_cents is not null;
insert into fan_notes select gen.uid(1), gen.uid(:C+f), gen.say(f,5), case when f%10=0 then array['vip'] when f%7=0 then array['regulars'] else '{}' end, now()-interval '3 days' from generate_series(1::bigint,:SC/2) f;
insert into saved_replies select gen.id(12,n,:base+n), gen.uid(1), 'reply '||n, gen.say(n,10), now() from generate_series(1,20) n;
insert into message_likes select id, receiver_id from messages where seq%20=1;

\echo money
create unlogged table gen.paid as select row_number() over (order by id) i, id, author_id from posts where visibility='paid' and id::text like '%-7002-%';
create unlogged table gen.starpaid as select row_number() over (order by id) i, id from posts where visibility='paid' and author_id=gen.uid(1);
create unlogged table gen.buys as
 select distinct on (b, p) b, p, cr from (
  select gen.uid(:C+1+j%:SS) b, sp.id p, gen.uid(1) cr from generate_series(1::bigint,:SSALE/3) j join gen.starpaid sp on sp.i = 1+(j+j/:SS)%(select count(*) from gen.starpaid)
  union all select gen.uid(:U), pa.id, pa.author_id from gen.paid pa where pa.i <= :WB
  union all select gen.uid(:C+:SS+1+gen.h(j,21)%(:U-:C-:SS-2)), pa.id, pa.author_id from generate_series(1::bigint,:OP) j join gen.paid pa on pa.i = 1+gen.h(j,22)%(select count(*) from gen.paid)) x;
create unlogged table gen.sales as
 select row_number() over () j, * from (
  select 'post' kind, b buyer, cr seller, 500 cents, 'post' ok, p oid, :base+50*86400000::bigint+(gen.h(hashtext(b::text||p::text),23)%(348*86400000::bigint)) ms from gen.buys where b<>cr
  union all select 'renewal', gen.uid(:C+1+j%:SS), gen.uid(1), 999, 'subscription', gen.id(7,(:C+1+j%:SS)*1000,:base+300*86400000::bigint+(:C+1+j%:SS)*5000), :base+301*86400000::bigint+gen.h(j,24)%(98*86400000::bigint) from generate_series(1::bigint,:SSALE/3) j
  union all select 'tip', gen.uid(:C+1+(j*7)%:SS), gen.uid(1), 300+100*(j%20), 'user', gen.uid(1), :base+200*86400000::bigint+gen.h(j,25)%(199*86400000::bigint) from generate_series(1::bigint,:SSALE/3) j
  union all select 'renewal', gen.uid(f), gen.uid(c), 499, 'subscription', gen.uid(f), :base+300*86400000::bigint+gen.h(j,26)%(99*86400000::bigint) from (select j, :C+1+gen.h(j,27)%(:U-:C-1) f, 2+floor((:C-1)*power((gen.h(j,28)%1000000)/1e6,2))::bigint c from generate_series(1::bigint,:OR) j) z
  union all select 'tip', gen.uid(f), gen.uid(c), 500, 'user', gen.uid(c), :base+200*86400000::bigint+gen.h(j,29)%(199*86400000::bigint) from (select j, :C+1+gen.h(j,30)%(:U-:C-1) f, 2+floor((:C-1)*power((gen.h(j,31)%1000000)/1e6,2))::bigint c from generate_series(1::bigint,:OT) j) z
  union all select 'gift', gen.uid(:U), gen.uid(2+j%(:C-1)), 499, 'gift', gen.id(40,j,:base), :base+100*86400000::bigint+j*60000 from generate_series(1::bigint,:WB/5) j
 ) x order by ms;
create unlogged table gen.spend as select buyer, sum(cents)::bigint cents from gen.sales group by 1;
insert into topups (id,user_id,amount_cents,status,provider,provider_ref,payment_ref,credited_cents,created_at,settled_at)
 select gen.id(13,n,gen.ums(n)), gen.uid(n), (coalesce(s.cents,0)+20000)::int, 'paid','sandbox','sc'||n,'scp'||n,(coalesce(s.cents,0)+20000)::int, gen.ts(least(gen.ums(n),:base+49*86400000::bigint)), gen.ts(least(gen.ums(n),:base+49*86400000::bigint)) from generate_series(:C+1::bigint,:U) n left join gen.spend s on s.buyer=gen.uid(n);
insert into topups (id,user_id,amount_cents,status,provider,provider_ref,payment_ref,credited_cents,created_at,settled_at)
 select gen.id(14,n,:base), gen.uid(n), (s.cents)::int, 'paid','sandbox','scc'||n,'sccp'||n,(s.cents)::int, gen.ts(:base+1000), gen.ts(:base+1000) from generate_series(1::bigint,:C) n join gen.spend s on s.buyer=gen.uid(n);
create unlogged table gen.entries as
 select gen.id(6,j,ms) id, kind, buyer user_id, seller counterparty_id, ok object_kind, oid object_id, gen.ts(ms) created_at, cents::bigint cents, j, null::uuid reverses from gen.sales
 -- Every hundredth tip was refunded a day later.
 union all select gen.id(41,j,ms+86400000), 'refund', buyer, seller, ok, oid, gen.ts(ms+86400000), cents, j, gen.id(6,j,ms) from gen.sales where kind='tip' and j%100=0 and ms < :base+380*86400000::bigint
 union all select gen.id(15,row_number() over (),extract(epoch from t.created_at)::bigint*1000), 'topup', user_id, null, 'topup', t.id, created_at, amount_cents, row_number() over (), null from topups t where provider_ref like 'sc%';
-- legs; the first gift waits in escrow
create unlogged table gen.legs as
 select e.id entry, e.created_at, l.owner, l.kind, l.shard::int, case when e.kind='refund' then -l.cents else l.cents end as cents from gen.entries e, lateral (values
   (case when e.kind='topup' then '00000000-0000-0000-0000-000000000001'::uuid else e.user_id end, case when e.kind='topup' then 'provider' else 'wallet' end, case when e.kind='topup' then e.j%16 else 0 end, -e.cents),
   (case when e.kind='topup' or e.object_id=gen.id(40,1,:base) then e.user_id else e.counterparty_id end, case when e.kind='topup' then 'wallet' when e.object_id=gen.id(40,1,:base) then 'escrow' else 'pending' end, case when e.kind='topup' or e.object_id=gen.id(40,1,:base) then 0 else e.j%8 end, case when e.kind='topup' or e.object_id=gen.id(40,1,:base) then e.cents else e.cents-round(e.cents*0.2) end),
   (case when e.kind='topup' or e.object_id=gen.id(40,1,:base) then null else '00000000-0000-0000-0000-000000000001'::uuid end, 'fee', e.j%64, round(e.cents*0.2))) l(owner,kind,shard,cents) where l.owner is not null;
-- releases: what is older than the hold, account by account
select (:base+ 393*86400000::bigint + 6*3600000) as thr \gset
create unlogged table gen.rel as select row_number() over () n, owner, shard, sum(cents)::bigint cents from gen.legs where kind='pending' and created_at <= gen.ts(:thr) group by owner, shard;
insert into gen.legs select gen.id(16,n,:thr+7*86400000::bigint-8*3600000), gen.ts(:thr+7*86400000::bigint-8*3600000), owner, 'pending', shard, -cents from gen.rel;
insert into gen.legs select gen.id(16,n,:thr+7*86400000::bigint-8*3600000), gen.ts(:thr+7*86400000::bigint-8*3600000), owner, 'available', 0, cents from gen.rel;
-- payouts of the larger creators
create unlogged table gen.pay as select row_number() over () n, owner, (sum(cents)/2)::bigint cents from gen.rel group by owner having sum(cents)>10000;
insert into payout_methods select gen.id(17,n,:base), owner, 'iban', 'FR** 0042', 'A holder', 'sealed', now() from gen.pay;
insert into payouts (id,user_id,method_id,amount_cents,status,entry_id,created_at,decided_at,settled_at)
 select gen.id(18,n,:base+n), owner, gen.id(17,n,:base), cents, case when n%10=0 then 'requested' else 'paid' end, gen.id(19,n,:thr+7*86400000::bigint-6*3600000), gen.ts(:thr+7*86400000::bigint-6*3600000), case when n%10=0 then null else now() end, case when n%10=0 then null else now() end from gen.pay;
insert into gen.legs select gen.id(19,n,:thr+7*86400000::bigint-6*3600000), gen.ts(:thr+7*86400000::bigint-6*3600000), owner, k, 0, c from gen.pay, lateral (values ('available',-cents),('payout',cents)) v(k,c);
insert into ledger_entries (id,kind,user_id,counterparty_id,object_kind,object_id,created_at,reverses)
 select id,kind,user_id,counterparty_id,object_kind,object_id,created_at,reverses from gen.entries order by id;
insert into ledger_entries (id,kind,user_id,created_at) select gen.id(16,n,:thr+7*86400000::bigint-8*3600000),'release',owner,gen.ts(:thr+7*86400000::bigint-8*3600000) from gen.rel;
insert into ledger_entries (id,kind,user_id,object_kind,object_id,created_at) select gen.id(19,n,:thr+7*86400000::bigint-6*3600000),'payout',owner,'payout',gen.id(18,n,:base+n),gen.ts(:thr+7*86400000::bigint-6*3600000) from gen.pay;
create unique index gen_la on ledger_accounts(owner_id,kind,shard);
insert into ledger_accounts (id,owner_id,kind,shard,balance_cents) select gen_random_uuid(), owner, kind, shard, 0 from (select distinct owner,kind,shard from gen.legs) x on conflict do nothing;
create unlogged table gen.acc as select id, owner_id, kind, shard, balance_cents from ledger_accounts;
insert into ledger_postings (entry_id,account_id,amount_cents,balance_after_cents,created_at)
 select entry, a.id, l.cents, a.balance_cents + sum(l.cents) over (partition by a.id order by l.created_at, l.entry rows unbounded preceding), l.created_at
 from gen.legs l join gen.acc a on a.owner_id=l.owner and a.kind=l.kind and a.shard=l.shard order by l.created_at, l.entry;
update ledger_accounts a set balance_cents=a.balance_cents+s.c, released_through = case when kind='pending' then gen.ts(:thr) end
 from (select acc.id, sum(l.cents)::bigint c from gen.legs l join gen.acc acc on acc.owner_id=l.owner and acc.kind=l.kind and acc.shard=l.shard group by acc.id) s where s.id=a.id;
drop index gen_la;
insert into purchases (id,buyer_id,creator_id,object_kind,object_id,price_cents,entry_id,created_at)
 select gen.id(21,j,ms), buyer, seller, 'post', oid, cents, gen.id(6,j,ms), gen.ts(ms) from gen.sales where kind='post';
insert into entitlements select s.buyer, pm.media_id, gen.id(21,s.j,s.ms), gen.ts(ms) from gen.sales s join post_media pm on pm.post_id=s.oid and pm.position=0 where s.kind='post' on conflict do nothing;
insert into gifts (id,code,buyer_id,creator_id,price_cents,entry_id,paid_entry_id,redeemed_by,redeemed_at,expires_at,created_at)
 select oid, 'GIFT'||n, buyer, seller, cents, entry, case when n>1 then entry end, case when n>1 then gen.uid(:C+1+j%(:U-:C)) end, case when n>1 then gen.ts(ms+3600000) end, case when n>1 then gen.ts(ms+30*86400000::bigint) else now()+interval '20 days' end, gen.ts(ms)
 from (select *, gen.id(6,j,ms) entry, row_number() over (order by oid) n from gen.sales where kind='gift') x;
insert into disputes (id,topup_id,provider_ref,amount_cents,status,created_at) select gen.id(42,row_number() over (),:base), t.id, 'dp'||t.provider_ref, 500, case when row_number() over () % 10 = 0 then 'open' else 'won' end, t.created_at from topups t where t.provider_ref like 'scp%00' or t.provider_ref like 'sc%00';

\echo the rest
insert into notifications (id,user_id,type,actor_id,object_kind,object_id,amount_cents,created_at,read_at)
select gen.id(22,n,ms), gen.uid(case when n%16=0 then 1 when n%400=1 then :U else 1+gen.h(n,33)%(:U-1) end), (array['post_like','new_follower','post_comment','tip_received','new_subscriber'])[1+(gen.h(n,34)%5)::int], gen.uid(:C+1+gen.h(n,35)%(:U-:C)),
 (array['post','user','post','user','user'])[1+(gen.h(n,34)%5)::int], case when gen.h(n,34)%5 in (0,2) then gen.pid(1+gen.h(n,36)%:P) else gen.uid(1) end, case when gen.h(n,34)%5=3 then 500 end, gen.ts(ms), case when n%10>0 then gen.ts(ms+1000) end
from (select n, :base+n*(399*86400000::bigint/:NN) ms from generate_series(1::bigint,:NN) n) x;
insert into profile_visits select gen.uid(c), current_date-d::int, 5+(gen.h(c*1000+d,37)%100)::int from generate_series(1::bigint,:C) c, lateral generate_series(1::bigint,case when c in (1,:C/2) then 365 else :VD end) d;
insert into agencies (id,name,created_at) values (gen.id(23,1,:base),'Scale agency',now()-interval '300 days');
insert into agency_members (id,agency_id,user_id,role,created_at) select gen.id(24,n,:base), gen.id(23,1,:base), gen.uid(:U-99-n), case when n=0 then 'owner' else 'operator' end, now()-interval '200 days' from generate_series(0::bigint,:AO) n;
insert into agency_creators (id,agency_id,user_id,status,can_chat,can_payment,can_medias,can_profile,can_social,created_at) select gen.id(25,n,:base), gen.id(23,1,:base), gen.uid(n), 'active',true,true,true,true,true, now()-interval '200 days' from generate_series(1::bigint,:AC) n;
insert into agency_grants (id,agency_id,member_id,creator_link_id,can_chat,can_payment,can_medias,can_profile,can_social) select gen.id(26,m*1000+n,:base), gen.id(23,1,:base), gen.id(24,m,:base), gen.id(25,n,:base),true,true,true,true,true from generate_series(1::bigint,:AO) m, generate_series(1::bigint,:AC) n;
insert into agency_invitations (id,agency_id,user_id,kind,role,invited_by,created_at) select gen.id(43,n,:base), gen.id(23,1,:base), gen.uid(:C+n), 'member', 'operator', gen.uid(:U-99), now()-interval '3 days' from generate_series(1::bigint,:AO) n;
insert into agency_audit_entries (id,agency_id,grant_id,actor_id,subject_id,action,object_kind,object_id,created_at)
 select gen.id(27,n,:base+200*86400000::bigint+n*(199*86400000::bigint/:AA)), gen.id(23,1,:base), gen.id(26,(1+n%:AO)*1000+1+n%:AC,:base), gen.uid(:U-100-n%:AO), gen.uid(1+n%:AC), case when n%100=0 then 'profile.update' else 'chat.send' end,'message',gen.uid(n)::text, gen.ts(:base+200*86400000::bigint+n*(199*86400000::bigint/:AA)) from generate_series(1::bigint,:AA) n;
insert into agency_claims (creator_id,fan_id,agency_id,operator_id) select gen.uid(cr), gen.uid(fan), gen.id(23,1,:base), gen.uid(:U-100-s%:AO) from gen.conv where cr<=:AC and s%5=0;
insert into agency_reviews (id,agency_id,reviewer_id,operator_id,creator_id,fan_id,message_id,score,comment,created_at)
 select gen.id(44,row_number() over (order by id),:base+300*86400000::bigint), gen.id(23,1,:base), gen.uid(:U-99), operator_id, sender_id, receiver_id, id, 1+seq%5, 'Warm, and quick', created_at from messages where operator_id is not null and seq%40=0;
insert into creator_verifications (user_id,status,legal_name,birthdate,country,document_kind,submitted_at,decided_at) select gen.uid(n), case when n%20=0 then 'pending' else 'approved' end, 'A name '||n,'1990-01-01','FR','identity_card',now()-interval '100 days'+make_interval(mins=>n::int),null from generate_series(1::bigint,:C) n;
insert into reports (id,ticket,kind,object_kind,object_id,object,text,reporter_id,status,due_at,created_at) select gen.id(28,n,:base+n*1000),'T'||n,'other','post',gen.pid(1+n%:P)::text,'a post','something is wrong with this',gen.uid(:C+n%(:U-:C)), case when n%10=0 then 'received' else 'upheld' end, now()+interval '3 days', gen.ts(:base+n*1000) from generate_series(1::bigint,:C) n;
insert into staff_audit_entries (id,staff_id,action,object_kind,object_id,created_at) select gen.id(29,n,:base+n*1000),gen.id(33,1,:base),'report.upheld','report',gen.id(28,n,:base+n*1000)::text,gen.ts(:base+n*1000) from generate_series(1::bigint,:C) n;
insert into offer_links (id,creator_id,code,kind,days,created_at) select gen.id(30,n,:base+n*1000), gen.uid(1), 'off'||n, 'trial', 7, now() from generate_series(1,50) n;
insert into bundles (creator_id,months,percent) select gen.uid(1), m, 10 from unnest(array[3,6,12]) m;
insert into notification_habits (user_id,digest,digested_at) select gen.uid(n),'daily', now()-interval '2 hours' from generate_series(:C+1::bigint,:U,10) n;
insert into mails (id,recipient,subject,text,html,created_at,sent_at) select gen.id(31,n,gen.ums(n)), 'u'||n||'@scale.test','subject','text text text text', repeat('<p>html</p>',40),gen.ts(gen.ums(n)),gen.ts(gen.ums(n)) from generate_series(1::bigint,:U) n;
insert into live_events (id,user_id,type,payload) select gen.id(32,n,:base+399*86400000::bigint+n), gen.uid(1+gen.h(n,40)%:U),'new_notification','{"kind":"post_like"}' from generate_series(1::bigint,:NN/40) n;
insert into referral_clicks select gen.uid(1), current_date-d::int, 50 from generate_series(1,300) d;
update users u set followers_count=f.c from (select user_id, count(*) c from follows group by 1) f where f.user_id=u.id;
update users u set posts_count=f.c from (select author_id, count(*) c from posts where deleted_at is null and published_at<=now() group by 1) f where f.author_id=u.id;

update users u set photos_count = x.photos, videos_count = x.videos, sounds_count = x.sounds
 from (select p.author_id, count(distinct m.id) filter (where m.type = 'IMAGE') photos, count(distinct m.id) filter (where m.type = 'VIDEO') videos, count(distinct m.id) filter (where m.type = 'SOUND') sounds
  from posts p join post_media pm on pm.post_id = p.id join media m on m.id = pm.media_id where p.published_at <= now() group by 1) x where u.id = x.author_id;
update posts p set unlocks_count = x.bought from (select object_id, count(*) bought from purchases where object_kind = 'post' group by 1) x where p.id = x.object_id;
insert into vault_usage (owner_id, bytes) select owner_id, sum(bytes) from media group by 1;
insert into request_settings select gen.uid(1), 500, now();

insert into fan_spending (creator_id, fan_id, spent_cents, last_paid_at)
 select counterparty_id, user_id, sum(case when kind = 'refund' then -cents else cents end), max(created_at) filter (where kind <> 'refund') from gen.entries where counterparty_id is not null group by 1, 2;
\echo indexes
select indexdef from gen.idx order by tablename \gexec
analyze;
\echo fans
select count(*) from (select refresh_creator_fans(array_agg(c), array_agg(f)) from (select c, f, (row_number() over (order by c, f))/5000 g from (
 select user_id c, follower_id f from follows union select creator_id, fan_id from subscriptions union select creator_id, fan_id from fan_spending union select blocker_id, blocked_id from blocks) p) x group by g) y;
insert into fan_lists (id, creator_id, name) select gen.id(34,1,:base), gen.uid(1), 'vip';
insert into fan_list_members (list_id, fan_id) select gen.id(34,1,:base), fan_id from creator_fans where creator_id = gen.uid(1) and gen.h(hashtext(fan_id::text), 41) % 20 = 0;
\echo albums
insert into albums (id, creator_id, name, position, posts_count) select gen.id(35,n,:base), gen.uid(1), 'Album '||n, n, 0 from generate_series(1::bigint,100) n;
insert into album_posts (album_id, post_id, position)
select gen.id(35,1+r%100,:base), id, r from (select id, row_number() over (order by published_at desc, id desc) r from posts where author_id = gen.uid(1)) p where r <= 100000;
update albums a set posts_count = (select count(*) from album_posts ap where ap.album_id = a.id);
analyze;
