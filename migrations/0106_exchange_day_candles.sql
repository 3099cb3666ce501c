-- The trades of a pair, day by day (UTC): a chart of a year is read from 366 rows instead of half a million minutes.
create table exchange.day_candles (
  environment text not null,
  pair text not null,
  day date not null,
  open numeric(38, 0) not null,
  high numeric(38, 0) not null,
  low numeric(38, 0) not null,
  close numeric(38, 0) not null,
  volume numeric(38, 0) not null,
  value numeric(38, 0) not null,
  trades bigint not null,
  primary key (environment, pair, day)
) with (fillfactor = 80);

insert into exchange.day_candles
select environment, pair, (minute at time zone 'UTC')::date, (array_agg(open order by minute))[1], max(high), min(low),
  (array_agg(close order by minute desc))[1], sum(volume), sum(value), sum(trades)
from exchange.candles group by 1, 2, 3;
