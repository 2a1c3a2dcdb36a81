-- The first schema, for both engines: written as PostgreSQL reads it, but for
-- `without rowid`. On SQLite `int8` becomes `integer`, which a row's key must be there,
-- and `bytea` becomes `blob`. A released file is never edited; the next change is the
-- next file.

create table schema_revision (
  revision text not null
);

create table ai_budgets (
  lane text not null,
  period text not null,
  tokens bigint default 0 not null,
  constraint ai_budgets_pkey primary key (lane, period)
);

create table ai_calls (
  id text not null,
  lane text not null,
  task_key bytea not null,
  at bigint not null,
  reserved bigint not null,
  tokens_in bigint,
  tokens_out bigint,
  outcome text,
  ended_at bigint,
  constraint ai_calls_pkey primary key (id)
);
create index ai_calls_age on ai_calls (at);
create index ai_calls_open on ai_calls (lane, at) where ended_at is null;

create table ai_lanes (
  name text not null,
  position text default 'CLOSED' not null,
  failures bigint default 0 not null,
  half_successes bigint default 0 not null,
  last_failure_at bigint,
  last_success_at bigint,
  opened_at bigint,
  last_call_at bigint,
  limited_until bigint,
  constraint ai_lanes_pkey primary key (name),
  constraint ai_lanes_position_check check (position in ('CLOSED', 'OPEN', 'HALF'))
);

create table ai_ledger (
  day text not null,
  kind text not null,
  provider text not null,
  model text not null,
  feed_id bigint not null,
  user_id bigint not null,
  calls bigint default 0 not null,
  failures bigint default 0 not null,
  cache_hits bigint default 0 not null,
  tokens_in bigint default 0 not null,
  tokens_out bigint default 0 not null,
  price bigint default 0 not null,
  constraint ai_ledger_pkey primary key (day, kind, provider, model, feed_id, user_id)
);
create index ai_ledger_user on ai_ledger (user_id, day);

create table ai_results (
  key bytea not null,
  kind text not null,
  content_hash bytea not null,
  language text not null,
  prompt_key text not null,
  model text not null,
  provider text not null,
  made_at bigint not null,
  line text not null,
  result text not null,
  overall smallint,
  constraint ai_results_pkey primary key (key)
);
create index ai_results_age on ai_results (made_at);
create index ai_results_content on ai_results (content_hash, kind);

create table clean_ups (
  id text not null,
  at bigint not null,
  took bigint default 0 not null,
  removed text not null,
  constraint clean_ups_pkey primary key (id)
);
create index clean_ups_age on clean_ups (at);

create table database_sizes (
  day text not null,
  bytes bigint not null,
  constraint database_sizes_pkey primary key (day)
);

create table events (
  id int8 not null,
  at bigint not null,
  kind text not null,
  user_id bigint,
  feed_id bigint,
  entry_id bigint,
  payload text default '{}' not null,
  constraint events_pkey primary key (id)
);
create index events_age on events (at);
create index events_user on events (user_id, id);

create table host_pace (
  host text not null,
  held_until bigint default 0 not null,
  idle_at bigint default 0 not null,
  state text default '{}' not null,
  constraint host_pace_pkey primary key (host)
);
create index host_pace_idle on host_pace (idle_at);

create table icons (
  id int8 not null,
  hash bytea not null,
  png bytea not null,
  fetched_at bigint not null,
  constraint icons_pkey primary key (id)
);
create unique index icons_hash on icons (hash);

create table leases (
  name text not null,
  token bigint default 0 not null,
  holder text not null,
  taken_at bigint not null,
  until bigint not null,
  constraint leases_pkey primary key (name)
);

create table numbers (
  name text not null,
  last bigint default 0 not null,
  constraint numbers_pkey primary key (name)
);

create table settings (
  name text not null,
  value text not null,
  changed_at bigint not null,
  constraint settings_pkey primary key (name)
);

create table stories (
  id int8 not null,
  first_at bigint not null,
  last_at bigint not null,
  constraint stories_pkey primary key (id)
);
create index stories_time on stories (last_at, id);

create table story_doubts (
  entry_id bigint not null,
  other_id bigint not null,
  at bigint not null,
  constraint story_doubts_pkey primary key (entry_id, other_id)
);
create index story_doubts_age on story_doubts (at);

create table story_embeddings (
  key bytea not null,
  model text not null,
  input text not null,
  vector bytea,
  at bigint not null,
  leased_until bigint,
  constraint story_embeddings_pkey primary key (key)
);
create index story_embeddings_age on story_embeddings (at);
create index story_embeddings_waiting on story_embeddings (at) where vector is null;

create table story_keys (
  day bigint not null,
  key bigint not null,
  entry_id bigint not null,
  constraint story_keys_pkey primary key (day, key, entry_id)
) without rowid;

create table story_words (
  day bigint not null,
  word bigint not null,
  entries bigint not null,
  constraint story_words_pkey primary key (day, word)
) without rowid;

create table users (
  id int8 not null,
  name text not null,
  name_key text not null,
  email text,
  password_hash text,
  role text default 'user' not null,
  preferences text default '{}' not null,
  created_at bigint not null,
  disabled_at bigint,
  proven_email text,
  updated_at bigint,
  constraint users_pkey primary key (id),
  constraint users_role_check check (role in ('user', 'admin')),
  constraint users_name_key_key unique (name_key),
  constraint users_email_key unique (email)
);

create table ai_keys (
  user_id int8 not null,
  sealed bytea not null,
  created_at bigint not null,
  constraint ai_keys_pkey primary key (user_id),
  constraint ai_keys_user_id_fkey foreign key(user_id) references users (id) on delete cascade
);

create table ai_readers (
  user_id int8 not null,
  ai smallint,
  deframing smallint,
  language text,
  backlog smallint,
  full_text smallint,
  constraint ai_readers_pkey primary key (user_id),
  constraint ai_readers_user_id_fkey foreign key(user_id) references users (id) on delete cascade
);

create table ai_tasks (
  key bytea not null,
  kind text not null,
  content_hash bytea not null,
  language text not null,
  prompt_key text not null,
  model text not null,
  entry_id bigint,
  feed_id bigint,
  user_id int8,
  input text,
  priority smallint default 0 not null,
  state text default 'waiting' not null,
  created_at bigint not null,
  changed_at bigint not null,
  lease_token bigint default 0 not null,
  leased_until bigint,
  attempts smallint default 0 not null,
  empty_answers smallint default 0 not null,
  cooldown_until bigint,
  error_class text,
  last_error text,
  error_code text,
  constraint ai_tasks_pkey primary key (key),
  constraint ai_tasks_state_check check (state in ('waiting', 'failed')),
  constraint ai_tasks_error_class_check check (error_class in ('temporary', 'permanent')),
  constraint ai_tasks_user_id_fkey foreign key(user_id) references users (id) on delete set null
);
create index ai_tasks_age on ai_tasks (created_at);
create index ai_tasks_content on ai_tasks (content_hash);
create index ai_tasks_leases on ai_tasks (leased_until);
create index ai_tasks_next on ai_tasks (state, priority, created_at);
create index ai_tasks_user on ai_tasks (user_id);

create table all_read_times (
  user_id int8 not null,
  feed_id bigint not null,
  at bigint not null,
  up_to bigint not null,
  constraint all_read_times_pkey primary key (user_id, feed_id),
  constraint all_read_times_user_id_fkey foreign key(user_id) references users (id) on delete cascade
) without rowid;

create table api_passwords (
  user_id int8 not null,
  password_hash text not null,
  fever_hash bytea,
  set_at bigint not null,
  constraint api_passwords_pkey primary key (user_id),
  constraint api_passwords_user_id_fkey foreign key(user_id) references users (id) on delete cascade
);
create unique index api_passwords_fever on api_passwords (fever_hash);

create table api_tokens (
  id text not null,
  user_id int8 not null,
  name text not null,
  token_hash bytea not null,
  scope text not null,
  created_at bigint not null,
  expires_at bigint,
  last_used_at bigint,
  revoked_at bigint,
  constraint api_tokens_pkey primary key (id),
  constraint api_tokens_scope_check check (scope in ('read', 'write')),
  constraint api_tokens_user_id_fkey foreign key(user_id) references users (id) on delete cascade
);
create unique index api_tokens_token on api_tokens (token_hash);
create index api_tokens_user on api_tokens (user_id);

create table digest_plans (
  user_id int8 not null,
  every text not null,
  weekday smallint default 0 not null,
  hour smallint default 0 not null,
  time_zone text not null,
  length smallint default 0 not null,
  language text,
  by_mail smallint default 0 not null,
  since bigint not null,
  next_at bigint not null,
  constraint digest_plans_pkey primary key (user_id),
  constraint digest_plans_user_id_fkey foreign key(user_id) references users (id) on delete cascade
);
create index digest_plans_due on digest_plans (next_at);

create table digests (
  user_id int8 not null,
  due_at bigint not null,
  since bigint not null,
  material text not null,
  task_key bytea,
  made_at bigint,
  entry_id bigint,
  mailed_at bigint,
  constraint digests_pkey primary key (user_id, due_at),
  constraint digests_user_id_fkey foreign key(user_id) references users (id) on delete cascade
);
create index digests_unsent on digests (made_at) where mailed_at is null and entry_id is not null;
create index digests_waiting on digests (due_at) where made_at is null;

create table fair_lists (
  id int8 not null,
  user_id int8 not null,
  entry_ids text not null,
  bounds text not null,
  made_at bigint not null,
  constraint fair_lists_pkey primary key (id),
  constraint fair_lists_user_id_fkey foreign key(user_id) references users (id) on delete cascade
);
create index fair_lists_age on fair_lists (made_at);
create index fair_lists_user on fair_lists (user_id);

create table feeds (
  id int8 not null,
  kind text not null,
  url text,
  url_key bytea,
  owner_id int8,
  title text default '' not null,
  description text default '' not null,
  site_url text,
  root_domain text,
  language text,
  icon_url text,
  enabled smallint default 1 not null,
  polling smallint default 1 not null,
  enforce_feed_domain smallint default 0 not null,
  allow_duplicate_urls smallint default 0 not null,
  retry_policy text,
  poll_interval bigint,
  user_agent text,
  secrets bytea,
  created_at bigint not null,
  deleted_at bigint,
  icon_id bigint,
  full_text smallint default 0 not null,
  disabled_by bigint,
  updated_at bigint,
  constraint feeds_pkey primary key (id),
  constraint feeds_kind_check check (kind in ('rss', 'atom', 'json', 'email', 'pages')),
  constraint feeds_retry_policy_check check (retry_policy in ('patient', 'strict', 'one-strike')),
  constraint feeds_url_fits_kind_check check ((kind in ('email', 'pages')) = (url is null)),
  constraint feeds_owner_id_fkey foreign key(owner_id) references users (id) on delete cascade
);
create index feeds_owner on feeds (owner_id);
create index feeds_root_domain on feeds (root_domain);
create unique index feeds_url on feeds (url_key) where deleted_at is null;

create table folders (
  id int8 not null,
  user_id int8 not null,
  parent_id int8,
  name text not null,
  position bigint default 0 not null,
  created_at bigint not null,
  updated_at bigint default 0 not null,
  muted smallint default 0 not null,
  constraint folders_pkey primary key (id),
  constraint folders_user_id_fkey foreign key(user_id) references users (id) on delete cascade,
  constraint folders_parent_id_fkey foreign key(parent_id) references folders (id) on delete set null
);
create index folders_parent on folders (parent_id);
create index folders_user on folders (user_id, parent_id, position);

create table identities (
  provider text not null,
  subject text not null,
  user_id int8 not null,
  email text,
  linked_at bigint not null,
  last_used_at bigint,
  constraint identities_pkey primary key (provider, subject),
  constraint identities_user_id_fkey foreign key(user_id) references users (id) on delete cascade
);
create index identities_user on identities (user_id);

create table invites (
  id text not null,
  token_hash bytea not null,
  created_by int8 not null,
  note text default '' not null,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  constraint invites_pkey primary key (id),
  constraint invites_created_by_fkey foreign key(created_by) references users (id) on delete cascade
);
create unique index invites_token on invites (token_hash);
create index invites_user on invites (created_by);

create table long_jobs (
  id text not null,
  user_id int8 not null,
  kind text not null,
  state text default 'waiting' not null,
  input bytea not null,
  done bigint default 0 not null,
  total bigint default 0 not null,
  result text default '{}' not null,
  error text,
  created_at bigint not null,
  started_at bigint,
  ended_at bigint,
  lease_token bigint default 0 not null,
  leased_until bigint,
  error_code text,
  constraint long_jobs_pkey primary key (id),
  constraint long_jobs_state_check check (state in ('waiting', 'running', 'done', 'failed')),
  constraint long_jobs_user_id_fkey foreign key(user_id) references users (id) on delete cascade
);
create index long_jobs_state on long_jobs (state, created_at);
create index long_jobs_time on long_jobs (created_at, id);
create index long_jobs_user on long_jobs (user_id, created_at);

create table mark_times (
  user_id int8 not null,
  entry_id bigint not null,
  field text not null,
  at bigint not null,
  value smallint default 1 not null,
  constraint mark_times_pkey primary key (user_id, entry_id, field),
  constraint mark_times_user_id_fkey foreign key(user_id) references users (id) on delete cascade
) without rowid;

create table reading_places (
  user_id int8 not null,
  entry_id bigint not null,
  place bigint not null,
  at bigint not null,
  constraint reading_places_pkey primary key (user_id, entry_id),
  constraint reading_places_user_id_fkey foreign key(user_id) references users (id) on delete cascade
) without rowid;

create table passkeys (
  id text not null,
  user_id int8 not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint default 0 not null,
  name text not null,
  transports text default '[]' not null,
  created_at bigint not null,
  last_used_at bigint,
  constraint passkeys_pkey primary key (id),
  constraint passkeys_user_id_fkey foreign key(user_id) references users (id) on delete cascade
);
create unique index passkeys_credential on passkeys (credential_id);
create index passkeys_user on passkeys (user_id);

create table password_resets (
  token_hash bytea not null,
  user_id int8 not null,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  constraint password_resets_pkey primary key (token_hash),
  constraint password_resets_user_id_fkey foreign key(user_id) references users (id) on delete cascade
);
create index password_resets_expiry on password_resets (expires_at);
create index password_resets_user on password_resets (user_id);

create table rules (
  user_id int8 not null,
  id text not null,
  name text not null,
  position bigint default 0 not null,
  enabled smallint default 1 not null,
  conditions text not null,
  actions text not null,
  created_at bigint not null,
  changed_at bigint not null,
  matched bigint default 0 not null,
  last_matched_at bigint,
  constraint rules_pkey primary key (user_id, id),
  constraint rules_user_id_fkey foreign key(user_id) references users (id) on delete cascade
);

create table searches (
  user_id int8 not null,
  id text not null,
  name text not null,
  query text not null,
  position bigint default 0 not null,
  created_at bigint not null,
  changed_at bigint not null,
  constraint searches_pkey primary key (user_id, id),
  constraint searches_user_id_fkey foreign key(user_id) references users (id) on delete cascade
);

create table sessions (
  id text not null,
  user_id int8 not null,
  token_hash bytea not null,
  created_at bigint not null,
  expires_at bigint not null,
  last_seen_at bigint not null,
  revoked_at bigint,
  user_agent text,
  address text,
  constraint sessions_pkey primary key (id),
  constraint sessions_user_id_fkey foreign key(user_id) references users (id) on delete cascade
);
create index sessions_expiry on sessions (expires_at);
create unique index sessions_token on sessions (token_hash);
create index sessions_user on sessions (user_id);

create table sign_in_flows (
  key_hash bytea not null,
  kind text not null,
  user_id int8,
  browser_hash bytea,
  memory bytea not null,
  created_at bigint not null,
  expires_at bigint not null,
  constraint sign_in_flows_pkey primary key (key_hash),
  constraint sign_in_flows_user_id_fkey foreign key(user_id) references users (id) on delete cascade
);
create index sign_in_flows_expiry on sign_in_flows (expires_at);
create index sign_in_flows_user on sign_in_flows (user_id);

create table tags (
  id int8 not null,
  user_id int8 not null,
  name text not null,
  created_at bigint not null,
  constraint tags_pkey primary key (id),
  constraint tags_user_id_fkey foreign key(user_id) references users (id) on delete cascade
);
create unique index tags_name on tags (user_id, name);

create table webhooks (
  id text not null,
  user_id int8 not null,
  name text default '' not null,
  url text not null,
  secret bytea not null,
  enabled smallint default 1 not null,
  created_at bigint not null,
  changed_at bigint not null,
  failures bigint default 0 not null,
  last_at bigint,
  last_error text,
  last_code text,
  last_status smallint,
  constraint webhooks_pkey primary key (id),
  constraint webhooks_user_id_fkey foreign key(user_id) references users (id) on delete cascade
);
create index webhooks_user on webhooks (user_id);

create table ai_backlogs (
  user_id int8 not null,
  feed_id int8 not null,
  constraint ai_backlogs_pkey primary key (user_id, feed_id),
  constraint ai_backlogs_user_id_fkey foreign key(user_id) references users (id) on delete cascade,
  constraint ai_backlogs_feed_id_fkey foreign key(feed_id) references feeds (id) on delete cascade
);
create index ai_backlogs_feed on ai_backlogs (feed_id);

create table ai_feed_choices (
  user_id int8 not null,
  feed_id int8 not null,
  ai smallint default 0 not null,
  constraint ai_feed_choices_pkey primary key (user_id, feed_id),
  constraint ai_feed_choices_user_id_fkey foreign key(user_id) references users (id) on delete cascade,
  constraint ai_feed_choices_feed_id_fkey foreign key(feed_id) references feeds (id) on delete cascade
);
create index ai_feed_choices_feed on ai_feed_choices (feed_id);

create table ai_feed_prompts (
  feed_id int8 not null,
  kind text not null,
  prompt text not null,
  changed_at bigint not null,
  constraint ai_feed_prompts_pkey primary key (feed_id, kind),
  constraint ai_feed_prompts_feed_id_fkey foreign key(feed_id) references feeds (id) on delete cascade
);

create table entries (
  id int8 not null,
  feed_id int8 not null,
  seq bigint not null,
  sort_at bigint not null,
  received_at bigint not null,
  published_at bigint,
  changed_at bigint,
  shown smallint default 1 not null,
  guid text,
  url text,
  guid_key bigint,
  url_key bigint,
  content_key bigint not null,
  content_hash bytea not null,
  meta_key bigint not null,
  version smallint default 1 not null,
  title text default '' not null,
  author text default '' not null,
  excerpt text default '' not null,
  image_url text,
  image_width bigint,
  image_height bigint,
  language text,
  extras text default '{}' not null,
  words bigint default 0 not null,
  link_key bigint,
  has_enclosures smallint default 0 not null,
  constraint entries_pkey primary key (id),
  constraint entries_feed_id_fkey foreign key(feed_id) references feeds (id) on delete cascade
);
create unique index entries_content on entries (feed_id, content_key) where guid_key is null and url_key is null;
create index entries_content_look_up on entries (feed_id, content_key) where guid_key is null or url_key is null;
create unique index entries_feed_seq on entries (feed_id, seq);
create index entries_feed_time on entries (feed_id, sort_at, id, seq);
create unique index entries_guid on entries (feed_id, guid_key) where guid_key is not null;
create index entries_link on entries (feed_id, link_key) where link_key is not null;
create index entries_shown on entries (feed_id, seq) where shown = 1;
create index entries_time on entries (sort_at, id, feed_id, seq);
create unique index entries_url on entries (feed_id, url_key) where url_key is not null;

create table feed_aliases (
  url_key bytea not null,
  feed_id int8 not null,
  url text not null,
  since bigint not null,
  constraint feed_aliases_pkey primary key (url_key),
  constraint feed_aliases_feed_id_fkey foreign key(feed_id) references feeds (id) on delete cascade
);
create index feed_aliases_feed on feed_aliases (feed_id);

create table feed_builds (
  feed_id int8 not null,
  format text not null,
  updated_at bigint not null,
  tag text not null,
  body bytea not null,
  packed bytea not null,
  constraint feed_builds_pkey primary key (feed_id, format),
  constraint feed_builds_feed_id_fkey foreign key(feed_id) references feeds (id) on delete cascade
);

create table feed_checks (
  feed_id int8 not null,
  slot smallint not null,
  at bigint not null,
  outcome text not null,
  status smallint,
  took bigint not null,
  size bigint not null,
  added integer not null,
  changed integer not null,
  reason text,
  constraint feed_checks_pkey primary key (feed_id, slot),
  constraint feed_checks_feed_id_fkey foreign key(feed_id) references feeds (id) on delete cascade
) without rowid;

create table feed_fetch_state (
  feed_id int8 not null,
  host text default '' not null,
  next_check_at bigint,
  check_code text default 'asked' not null,
  check_figures text default '{}' not null,
  lease_token bigint default 0 not null,
  leased_until bigint,
  leased_by text,
  etag text,
  last_modified text,
  fresh_for bigint,
  body_hash bytea,
  last_checked_at bigint,
  last_success_at bigint,
  last_body_at bigint,
  failures bigint default 0 not null,
  gone_in_a_row bigint default 0 not null,
  failing_since bigint,
  dormant_since bigint,
  resting_since bigint,
  last_error_code text,
  last_error text,
  redirect_target text,
  redirect_sightings bigint default 0 not null,
  redirect_first_at bigint,
  tempo text default '{}' not null,
  guid_collisions bigint default 0 not null,
  reader_version bigint default 0 not null,
  icon_tried_at bigint,
  last_status smallint,
  cache_control text,
  expires text,
  retry_after_until bigint,
  last_error_at bigint,
  last_error_kind text,
  limited_since bigint,
  unfollowed_since bigint,
  asked_at bigint,
  constraint feed_fetch_state_pkey primary key (feed_id),
  constraint feed_fetch_state_feed_id_fkey foreign key(feed_id) references feeds (id) on delete cascade
);
create index feed_fetch_asked on feed_fetch_state (asked_at) where asked_at is not null;
create index feed_fetch_due on feed_fetch_state (next_check_at);

create table feed_heads (
  feed_id int8 not null,
  last_seq bigint default 0 not null,
  last_at bigint default 0 not null,
  floor_seq bigint default 0 not null,
  gap_seq bigint default 0 not null,
  gaps bigint default 0 not null,
  constraint feed_heads_pkey primary key (feed_id),
  constraint feed_heads_feed_id_fkey foreign key(feed_id) references feeds (id) on delete cascade
);

create table long_job_parts (
  job_id text not null,
  part bigint not null,
  data bytea not null,
  constraint long_job_parts_pkey primary key (job_id, part),
  constraint long_job_parts_job_id_fkey foreign key(job_id) references long_jobs (id) on delete cascade
);

create table pending_reads (
  feed_id int8 not null,
  user_id int8 not null,
  part bigint not null,
  at bigint not null,
  keys bytea not null,
  constraint pending_reads_pkey primary key (feed_id, user_id, part),
  constraint pending_reads_feed_id_fkey foreign key(feed_id) references feeds (id) on delete cascade,
  constraint pending_reads_user_id_fkey foreign key(user_id) references users (id) on delete cascade
);
create index pending_reads_age on pending_reads (at);
create index pending_reads_user on pending_reads (user_id);

create table poison_entries (
  feed_id int8 not null,
  content_key bigint not null,
  first_seen_at bigint not null,
  last_seen_at bigint not null,
  title text default '' not null,
  reason text not null,
  constraint poison_entries_pkey primary key (feed_id, content_key),
  constraint poison_entries_feed_id_fkey foreign key(feed_id) references feeds (id) on delete cascade
);

create table publications (
  id text not null,
  user_id int8 not null,
  secret_hash bytea not null,
  sealed bytea not null,
  source text not null,
  folder_id int8,
  tag text,
  search_id text,
  title text not null,
  ceilings text default '{}' not null,
  neutral smallint default 0 not null,
  full_content smallint default 0 not null,
  most smallint default 50 not null,
  created_at bigint not null,
  changed_at bigint not null,
  constraint publications_pkey primary key (id),
  constraint publications_user_id_fkey foreign key(user_id) references users (id) on delete cascade,
  constraint publications_folder_id_fkey foreign key(folder_id) references folders (id) on delete cascade
);
create index publications_folder on publications (folder_id);
create unique index publications_secret on publications (secret_hash);
create index publications_user on publications (user_id);

create table published_feeds (
  feed_id int8 not null,
  since bigint not null,
  constraint published_feeds_pkey primary key (feed_id),
  constraint published_feeds_feed_id_fkey foreign key(feed_id) references feeds (id) on delete cascade
);

create table push_subscriptions (
  id text not null,
  user_id int8 not null,
  session_id text not null,
  endpoint text not null,
  endpoint_hash bytea not null,
  p256dh bytea not null,
  auth bytea not null,
  user_agent text default '' not null,
  created_at bigint not null,
  last_ok_at bigint,
  failures bigint default 0 not null,
  last_error text,
  constraint push_subscriptions_pkey primary key (id),
  constraint push_subscriptions_user_id_fkey foreign key(user_id) references users (id) on delete cascade,
  constraint push_subscriptions_session_id_fkey foreign key(session_id) references sessions (id) on delete cascade
);
create unique index push_subscriptions_endpoint on push_subscriptions (endpoint_hash);
create unique index push_subscriptions_session on push_subscriptions (session_id);
create index push_subscriptions_user on push_subscriptions (user_id);

create table subscriptions (
  id bigint not null,
  user_id int8 not null,
  feed_id int8 not null,
  folder_id int8,
  title text,
  position bigint default 0 not null,
  created_at bigint not null,
  active smallint default 1 not null,
  first_seq bigint not null,
  first_at bigint not null,
  read_seq bigint not null,
  read_at bigint not null,
  read_above bigint default 0 not null,
  unread_below bigint default 0 not null,
  left_seq bigint default 0 not null,
  updated_at bigint default 0 not null,
  full_text smallint,
  muted smallint default 0 not null,
  constraint subscriptions_pkey primary key (user_id, feed_id),
  constraint subscriptions_user_id_fkey foreign key(user_id) references users (id) on delete cascade,
  constraint subscriptions_feed_id_fkey foreign key(feed_id) references feeds (id) on delete cascade,
  constraint subscriptions_folder_id_fkey foreign key(folder_id) references folders (id) on delete set null
) without rowid;
create index subscriptions_feed on subscriptions (feed_id);
create index subscriptions_folder on subscriptions (folder_id);
create unique index subscriptions_id on subscriptions (id);

create table tombstones (
  entry_id int8 not null,
  feed_id int8 not null,
  guid_key bigint,
  url_key bigint,
  content_key bigint not null,
  content_hash bytea not null,
  gone_at bigint not null,
  constraint tombstones_pkey primary key (entry_id),
  constraint tombstones_feed_id_fkey foreign key(feed_id) references feeds (id) on delete cascade
);
create index tombstones_age on tombstones (gone_at);
create index tombstones_content on tombstones (feed_id, content_key);
create index tombstones_guid on tombstones (feed_id, guid_key);
create index tombstones_url on tombstones (feed_id, url_key);

create table webhook_deliveries (
  id text not null,
  webhook_id text not null,
  body text not null,
  created_at bigint not null,
  next_try_at bigint,
  attempts bigint default 0 not null,
  lease_token bigint default 0 not null,
  leased_until bigint,
  delivered_at bigint,
  last_error text,
  last_code text,
  last_status smallint,
  constraint webhook_deliveries_pkey primary key (id),
  constraint webhook_deliveries_webhook_id_fkey foreign key(webhook_id) references webhooks (id) on delete cascade
);
create index webhook_deliveries_age on webhook_deliveries (created_at);
create index webhook_deliveries_due on webhook_deliveries (next_try_at);
create index webhook_deliveries_next on webhook_deliveries (webhook_id, next_try_at);
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, created_at);

create table ai_targets (
  entry_id int8 not null,
  kind text not null,
  language text not null,
  version smallint default 0 not null,
  key bytea not null,
  ready_key bytea,
  overall smallint,
  wanted_at bigint not null,
  constraint ai_targets_pkey primary key (entry_id, kind, language, version),
  constraint ai_targets_entry_id_fkey foreign key(entry_id) references entries (id) on delete cascade
);
create index ai_targets_key on ai_targets (key);
create index ai_targets_ready on ai_targets (ready_key);

create table entry_bodies (
  entry_id int8 not null,
  codec smallint default 0 not null,
  content bytea not null,
  constraint entry_bodies_pkey primary key (entry_id),
  constraint entry_bodies_entry_id_fkey foreign key(entry_id) references entries (id) on delete cascade
);

create table entry_full_texts (
  entry_id int8 not null,
  tried_at bigint not null,
  error text,
  codec smallint default 0 not null,
  content bytea,
  content_hash bytea,
  wanted smallint default 0 not null,
  constraint entry_full_texts_pkey primary key (entry_id),
  constraint entry_full_texts_entry_id_fkey foreign key(entry_id) references entries (id) on delete cascade
);
create index entry_full_texts_wanted on entry_full_texts (wanted, entry_id) where wanted > 0;

create table entry_states (
  user_id bigint not null,
  entry_id bigint not null,
  feed_id bigint not null,
  seq bigint not null,
  sort_at bigint not null,
  read smallint default 0 not null,
  starred smallint default 0 not null,
  marks bigint default 0 not null,
  granted smallint default 0 not null,
  hidden smallint default 0 not null,
  starred_at bigint,
  starred_version smallint,
  constraint entry_states_pkey primary key (user_id, entry_id),
  constraint entry_states_user_id_fkey foreign key(user_id, feed_id) references subscriptions (user_id, feed_id) on delete cascade
) without rowid;
create index states_feed on entry_states (feed_id, user_id, seq, read);
create index states_feed_granted on entry_states (user_id, feed_id, sort_at, entry_id) where granted = 1;
create index states_feed_unread on entry_states (user_id, feed_id, sort_at, entry_id) where read = 0;
create index states_granted on entry_states (user_id, sort_at, entry_id, feed_id) where granted = 1;
create index states_starred on entry_states (user_id, sort_at, entry_id) where starred = 1;
create index states_starred_at on entry_states (user_id, starred_at, entry_id) where starred = 1;
create index states_unread on entry_states (user_id, sort_at, entry_id, feed_id) where read = 0;

create table entry_tags (
  user_id int8 not null,
  tag_id int8 not null,
  sort_at bigint not null,
  entry_id int8 not null,
  constraint entry_tags_pkey primary key (user_id, tag_id, sort_at, entry_id),
  constraint entry_tags_user_id_fkey foreign key(user_id) references users (id) on delete cascade,
  constraint entry_tags_tag_id_fkey foreign key(tag_id) references tags (id) on delete cascade,
  constraint entry_tags_entry_id_fkey foreign key(entry_id) references entries (id) on delete cascade
) without rowid;
create index entry_tags_entry on entry_tags (entry_id, user_id);
create index entry_tags_tag on entry_tags (tag_id);

create table entry_versions (
  entry_id int8 not null,
  version smallint default 0 not null,
  seen_at bigint not null,
  replaced_at bigint not null,
  title text default '' not null,
  author text default '' not null,
  url text,
  content_hash bytea not null,
  codec smallint default 0 not null,
  content bytea not null,
  full_codec smallint default 0 not null,
  full_content bytea,
  constraint entry_versions_pkey primary key (entry_id, version),
  constraint entry_versions_entry_id_fkey foreign key(entry_id) references entries (id) on delete cascade
);
create index entry_versions_full_texts on entry_versions (replaced_at) where full_content is not null;

create table highlights (
  user_id int8 not null,
  id text not null,
  entry_id int8 not null,
  quote text default '' not null,
  prefix text default '' not null,
  suffix text default '' not null,
  position bigint default 0 not null,
  note text default '' not null,
  color text default 'yellow' not null,
  anchor_at bigint default 0 not null,
  note_at bigint default 0 not null,
  color_at bigint default 0 not null,
  created_at bigint not null,
  changed_at bigint not null,
  deleted_at bigint,
  constraint highlights_pkey primary key (user_id, id),
  constraint highlights_user_id_fkey foreign key(user_id) references users (id) on delete cascade,
  constraint highlights_entry_id_fkey foreign key(entry_id) references entries (id) on delete cascade
);
create index highlights_changed on highlights (user_id, changed_at, id);
create index highlights_deleted on highlights (deleted_at) where deleted_at is not null;
create index highlights_entry on highlights (entry_id, user_id);

create table push_deliveries (
  subscription_id text not null,
  tag text not null,
  title text not null,
  body text not null,
  entry_id bigint,
  found bigint default 0 not null,
  seen_at bigint not null,
  noted_at bigint not null,
  version bigint default 0 not null,
  next_try_at bigint,
  attempts bigint default 0 not null,
  lease_token bigint default 0 not null,
  leased_until bigint,
  constraint push_deliveries_pkey primary key (subscription_id, tag),
  constraint push_deliveries_subscription_id_fkey foreign key(subscription_id) references push_subscriptions (id) on delete cascade
);
create index push_deliveries_due on push_deliveries (next_try_at);

create table story_entries (
  entry_id int8 not null,
  story_id int8 not null,
  constraint story_entries_pkey primary key (entry_id),
  constraint story_entries_entry_id_fkey foreign key(entry_id) references entries (id) on delete cascade,
  constraint story_entries_story_id_fkey foreign key(story_id) references stories (id) on delete cascade
);
create index story_entries_story on story_entries (story_id, entry_id);

create table story_splits (
  user_id int8 not null,
  entry_id int8 not null,
  at bigint not null,
  constraint story_splits_pkey primary key (user_id, entry_id),
  constraint story_splits_user_id_fkey foreign key(user_id) references users (id) on delete cascade,
  constraint story_splits_entry_id_fkey foreign key(entry_id) references entries (id) on delete cascade
);
create index story_splits_entry on story_splits (entry_id);

create table story_fingerprints (
  entry_id int8 not null,
  feed_id bigint not null,
  at bigint not null,
  language text not null,
  packed bytea not null,
  constraint story_fingerprints_pkey primary key (entry_id),
  constraint story_fingerprints_entry_id_fkey foreign key(entry_id) references entries (id) on delete cascade
);
create index story_fingerprints_age on story_fingerprints (at);

-- only postgres
alter table entry_states set (autovacuum_vacuum_scale_factor = 0.02);

-- The search index is made from the entries, and not copied into backups. SQLite's keeps
-- no texts: see store/entries/search_index.py.

-- only sqlite
create virtual table entry_search using fts5(
  title, author, body, content = '', tokenize = "unicode61 remove_diacritics 2"
);

-- only postgres
create table entry_search (
  entry_id bigint not null,
  words tsvector not null,
  constraint entry_search_pkey primary key (entry_id),
  constraint entry_search_entry_id_fkey foreign key (entry_id) references entries (id) on delete cascade
);
-- only postgres
create index entry_search_words on entry_search using gin (words);
