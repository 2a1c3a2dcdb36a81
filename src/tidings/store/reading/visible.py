"""THE expression for "entries this user may see". Every user-facing read uses it.

`s` is the user's subscription to the entry's feed, `st` the user's state row or
nothing, `e` the entry. A state row alone is not enough: an ended subscription leaves
plain rows behind.
"""

VISIBLE = """
((s.active = 1 and (e.seq > s.first_seq or st.entry_id is not null))
 or coalesce(st.starred, 0) = 1 or coalesce(st.marks, 0) > 0)
"""

READ = "coalesce(st.read, case when e.seq <= s.read_seq then 1 else 0 end)"

# When the user read it; null for what "mark all read" or a rule did.
READ_AT = """(select m.at from mark_times m
 where m.user_id = :user and m.entry_id = e.id and m.field = 'read' and m.value = 1)"""

# An entry with the user's subscription and state beside it.
ENTRY_SEEN_BY_USER = """
entries e
cross join subscriptions s
left join entry_states st on st.user_id = :user and st.entry_id = e.id
"""
