"""Makes the digests that are due, and mails them to those who want that."""

from datetime import timedelta

from tidings.context import Context
from tidings.core.clock import micros
from tidings.jobs.publishing.make_digests import mail_of, make_digests
from tidings.services.system.mail import can_send_mail, send_mail
from tidings.store.publishing import digests as store

_AT_ONCE = 100
# An older one is no news: it is there to be read, and is not sent any more.
_WORTH_SENDING = timedelta(days=1)


async def deliver_digests(context: Context) -> None:
    """Make what is due, and send it to those who want that and whose address is known
    to be theirs. What is being sent is noted first: no one gets the same twice."""
    await make_digests(context)
    if not can_send_mail(context):
        return
    now = context.clock()
    since = now - micros(_WORTH_SENDING)
    for mail in await context.database.read(store.digests_to_mail, since, _AT_ONCE):
        if await context.database.write(store.claim_mail, mail, now):
            subject, text = mail_of(mail.material)
            await send_mail(context, mail.email, subject, text)
