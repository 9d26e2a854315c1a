import { migration, rowSecurity } from '@lms/service-host'

export const offersAndOrders = migration(
  '001-offers-and-orders',
  `
create table commerce.offers (
  school_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  description text not null,
  amount bigint not null check (amount >= 0),
  currency text collate "C" not null,
  status text collate "C" not null check (status in ('draft', 'active', 'archived')),
  version int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (school_id, id)
);
create index on commerce.offers (school_id, created_at, id);
create index on commerce.offers (school_id, updated_at, id);
create index on commerce.offers (school_id, name, id);
create index on commerce.offers (school_id, amount, id);
${rowSecurity('commerce', 'offers')}

create table commerce.offer_items (
  school_id text collate "C" not null,
  id text collate "C" not null,
  offer_id text collate "C" not null,
  kind text collate "C" not null check (kind in ('course', 'group', 'webinar', 'other')),
  resource_id text collate "C",
  name text not null,
  term_days int,
  version int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (school_id, id)
);
create index on commerce.offer_items (school_id, offer_id, created_at, id);
${rowSecurity('commerce', 'offer_items')}

create table commerce.orders (
  school_id text collate "C" not null,
  id text collate "C" not null,
  number bigint not null,
  user_id text collate "C" not null,
  status text collate "C" not null check (status in ('waiting_payment', 'expired', 'paid', 'canceled', 'refunded')),
  amount bigint not null check (amount >= 0),
  currency text collate "C" not null,
  items jsonb not null,
  comment text not null,
  paid_at timestamptz(3),
  canceled_at timestamptz(3),
  version int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (school_id, id)
);
create unique index orders_number_key on commerce.orders (school_id, number);
create index on commerce.orders (school_id, created_at, id);
create index on commerce.orders (school_id, updated_at, id);
create index on commerce.orders (school_id, amount, id);
create index on commerce.orders (school_id, status, created_at, id);
create index on commerce.orders (school_id, user_id, created_at, id);
create index on commerce.orders (school_id, paid_at) where paid_at is not null;
create index on commerce.orders (school_id, canceled_at) where canceled_at is not null;
${rowSecurity('commerce', 'orders')}

create table commerce.order_offers (
  school_id text collate "C" not null,
  offer_id text collate "C" not null,
  order_id text collate "C" not null,
  primary key (school_id, offer_id, order_id)
);
create index on commerce.order_offers (school_id, order_id);
${rowSecurity('commerce', 'order_offers')}

create table commerce.order_numbers (
  school_id text collate "C" primary key,
  last bigint not null
);
${rowSecurity('commerce', 'order_numbers')}

create table commerce.payments (
  school_id text collate "C" not null,
  id text collate "C" not null,
  order_id text collate "C" not null,
  user_id text collate "C" not null,
  status text collate "C" not null check (status in ('succeeded')),
  method text collate "C" not null check (method in ('manual')),
  amount bigint not null,
  currency text collate "C" not null,
  paid_at timestamptz(3) not null,
  version int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (school_id, id)
);
create index on commerce.payments (school_id, order_id);
${rowSecurity('commerce', 'payments')}

create table commerce.people (
  school_id text collate "C" not null,
  id text collate "C" not null,
  gone boolean not null,
  primary key (school_id, id)
);
${rowSecurity('commerce', 'people')}
`,
)
