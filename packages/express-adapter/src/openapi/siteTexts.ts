/** Maps route addresses to the rows about the site in docs/http.md. */
export const siteTexts = {
  'GET @sharedmemoize': '`GET /@sharedmemoize` | Returns the state of the shared cache. | Manage portal',
  'POST @sharedmemoize/invalidate':
    '`POST /@sharedmemoize/invalidate` | Drops the cached values of all functions (with the body `{}`), or of the function specified in `function`. | Manage portal | 400 for a missing body or any other body; 503 if the cache server or the database does not accept the invalidation',
  'GET @users':
    '`GET /@users` | Returns the users, filtered by `search`, `query` and `groups-filter`, up to `limit` (default: 25, maximum: 1,000). The response can also be a [CSV](http-answers.md#csv) file. | Access Plone user information',
  'GET @users/*':
    "`GET /@users/{id}` | Returns a user. | Access Plone user information, or none for the caller's own user | 404 for an unknown user, if the caller may read other users",
  'POST @users':
    '`POST /@users` | Adds a user (201), or the users in a [CSV](http-answers.md#csv) file. | Add portal member, or none if the site allows [registration](content-and-access.md#users); Plone Site Setup: Users and Groups for a CSV file; Manage portal for `roles` | 400 for a value that is missing, invalid or in use; 429 for too many registrations',
  'PATCH @users/*':
    "`PATCH /@users/{id}` | Changes the profile, roles, password or portrait of a user (204). | Plone Site Setup: Users and Groups, or none for the caller's own user | 400 for an invalid value; 403 if a member lacks the permission, if the user is a Manager and the caller is not, or if no Manager would remain; 404 for an unknown user",
  'DELETE @users/*':
    '`DELETE /@users/{id}` | Removes a user (204). | Plone Site Setup: Users and Groups | 403 if the user is a Manager and the caller is not, or if no Manager would remain; 404 for an unknown user',
  'POST @users/*/reset-password':
    "`POST /@users/{id}/reset-password` | Changes the caller's password, sets a password with a token, or sends a token by email. | none | 400 if the password is missing, or if the site cannot send email; 403 for a wrong password or token; 429 for too many requests",
  'GET @portrait/?': [
    "`GET /@portrait` | Returns the caller's portrait. | none | 404 if the caller has no portrait",
    '`GET /@portrait/{id}` | Returns the portrait of a user. | none | 404 if the user has no portrait',
  ],
  'GET @login': '`GET /@login` | Returns an empty list, because the service has no external login providers. | none',
  'POST @login':
    '`POST /@login` | Logs in with `login` and `password`, and returns a `token`. | none | 400 for a missing value; 401 for a wrong password; 429 for too many failures',
  'POST @login-renew':
    '`POST /@login-renew` | Returns a new token for the same login session. | a token, or Basic authentication | 401 for an invalid token',
  'POST @logout': '`POST /@logout` | Ends the login session to which the token belongs (204). | none',
  'GET @roles': '`GET /@roles` | Returns the roles that users can have. | Plone Site Setup: Users and Groups',
  'GET @groups':
    '`GET /@groups` | Returns the groups with their members. With `query`, the response contains only the groups whose id or title contains the value of `query`, and omits their members. | Plone Site Setup: Users and Groups',
  'GET @groups/*':
    '`GET /@groups/{id}` | Returns a group and its members. | Plone Site Setup: Users and Groups | 404 for an unknown group',
  'POST @groups':
    '`POST /@groups` | Adds a group (201). | Plone Site Setup: Users and Groups | 400 for a value that is invalid or in use; 403 if the group has the Manager role and the caller is not a Manager',
  'PATCH @groups/*':
    '`PATCH /@groups/{id}` | Changes a group and its members (204). | Plone Site Setup: Users and Groups | 400 for an invalid value or an unknown user; 403 if the group has the Manager role and the caller is not a Manager, or if no Manager would remain; 404 for an unknown group',
  'DELETE @groups/*':
    '`DELETE /@groups/{id}` | Removes a group (204). | Plone Site Setup: Users and Groups | 400 for a stock group; 403 if the group has the Manager role and the caller is not a Manager, or if no Manager would remain; 404 for an unknown group',
  'GET @principals':
    '`GET /@principals` | Returns the users and groups that match `search`. | Manage portal | 400 if `search` is missing',
  'GET @@users':
    '`GET /@@users` | Returns a [page](people.md#users) of users, filtered by `search`. The list begins after the id in `after`. | Access Plone user information',
  'GET @@users/*':
    "`GET /@@users/{id}` | Returns the [page](people.md#users) of a user, with the form for the profile. | Access Plone user information, or none for the caller's own user | 404 for an unknown user, if the caller may read other users",
  'GET @@invite': '`GET /@@invite` | Returns the [form](people.md#users) for a new user. | Add portal member',
  'GET @@groups':
    '`GET /@@groups` | Returns the [page](people.md#groups) of all groups. | Plone Site Setup: Users and Groups',
  'GET @@groups/*':
    '`GET /@@groups/{id}` | Returns the [page](people.md#groups) of a group with its members, or with the users who match `search`. The list begins after the id in `after`. | Plone Site Setup: Users and Groups | 404 for an unknown group',
  'GET @@add-group':
    '`GET /@@add-group` | Returns the [form](people.md#groups) for a new group. | Plone Site Setup: Users and Groups',
  'GET @@settings':
    '`GET /@@settings` | Returns the [page](site-settings.md#panels) that lists the panels that the caller may use. | the permission of at least one panel',
  'GET @@settings/*':
    '`GET /@@settings/{name}` | Returns the [form](site-settings.md#panels) of a panel. | the permission of the panel | 404 for an unknown panel',
  'GET @@setup': '`GET /@@setup` | Returns the [first-run page](site-settings.md#first-run). | Manage portal',
  'GET @controlpanels':
    '`GET /@controlpanels` | Returns the settings panels that the caller may use. | the permission of at least one panel',
  'GET @controlpanels/*':
    '`GET /@controlpanels/{name}` | Returns the form of a panel and the current values of its settings. | the permission of the panel | 404 for an unknown panel',
  'PATCH @controlpanels/*':
    '`PATCH /@controlpanels/{name}` | Changes settings (204). | the permission of the panel | 400 for an invalid value; 404 for an unknown panel',
  'GET @site': '`GET /@site` | Returns the title, logo, languages, time zone and other settings for front ends. | none',
  'GET @userschema': '`GET /@userschema` | Returns the form for the profile of a user, as JSON schema. | none',
  'GET @userschema/*':
    '`GET /@userschema/{form}` | Returns a form for users. Visitors register with the `registration` form. | none | 400 for any other form name',
  'GET @system': '`GET /@system` | Returns the versions of Plenum, Node.js and other programs. | Manage portal',
  'GET @database':
    '`GET /@database` | Returns the kind and the size of the store, and the number of objects. | Manage portal',
  'GET @blocktypes': '`GET /@blocktypes` | Returns the number of blocks of each type. | Manage portal',
  'GET @blocktypes/*':
    '`GET /@blocktypes/{type}` | Returns the objects that contain blocks of a type. `path` selects the objects at and below a path. | Manage portal',
  'GET @transactions':
    '`GET /@transactions` | Returns an empty list, for compatibility with Plone clients. | Manage portal',
  'GET @changes':
    '`GET /@changes` | Returns the [changes to the site](change-feed.md) that the caller may view, beginning after the cursor in `since`. | View | 400 for an invalid cursor; 410 with `restart` for an expired cursor',
  'GET @addons': '`GET /@addons` | Returns an empty list, for compatibility with Plone clients. | Manage portal',
  'GET @upgrade':
    '`GET /@upgrade` | Returns an empty list of steps, for compatibility with Plone clients. | Manage portal',
  'GET @audit':
    '`GET /@audit` | Returns the [administrative changes](audit.md) to the site, newest first. | Manage portal | 400 for an invalid parameter',
  'GET @webhooks': '`GET /@webhooks` | Returns all [webhooks](webhooks.md) of the site. | Manage portal',
  'POST @webhooks':
    '`POST /@webhooks` | Adds a webhook (201). Only this response contains the secret. | Manage portal | 400 for an invalid value, or if the site already has 100 webhooks',
  'GET @webhooks/*': '`GET /@webhooks/{id}` | Returns a webhook. | Manage portal | 404 for an unknown webhook',
  'PATCH @webhooks/*':
    '`PATCH /@webhooks/{id}` | Changes, pauses or resumes a webhook (204). | Manage portal | 400 for an invalid value, or for resuming a webhook without a secret; 404 for an unknown webhook',
  'DELETE @webhooks/*':
    '`DELETE /@webhooks/{id}` | Removes a webhook and its deliveries (204). | Manage portal | 404 for an unknown webhook',
  'POST @webhooks/*/rotate':
    '`POST /@webhooks/{id}/rotate` | Replaces the secret. Only this response contains the new secret. | Manage portal | 404 for an unknown webhook',
  'POST @webhooks/*/ping':
    '`POST /@webhooks/{id}/ping` | Queues a test message (202). | Manage portal | 400 if too many messages are waiting; 404 for an unknown webhook',
  'GET @webhooks/*/deliveries':
    '`GET /@webhooks/{id}/deliveries` | Returns the deliveries of a webhook, newest first. `state` selects the deliveries in one state. | Manage portal | 400 for an unknown state; 404 for an unknown webhook',
  'POST @webhooks/*/deliveries/*/repeat':
    '`POST /@webhooks/{id}/deliveries/{delivery}/repeat` | Queues a delivered or parked message again, with the same id (202). | Manage portal | 400 if too many messages are waiting; 404 for an unknown delivery',
  'GET @outbox':
    '`GET /@outbox` | Returns the [emails to presenters](schedule.md#emails-to-presenters), newest first. `state` selects the emails in one state. | Manage portal | 400 for an unknown state',
  'PATCH @outbox':
    '`PATCH /@outbox` | Pauses or resumes the emails to presenters (204). | Manage portal | 400 if `paused` is neither true nor false',
  'POST @outbox/*/retry':
    '`POST /@outbox/{id}/retry` | Sends an email to a presenter again, with the same Message-ID (202). | Manage portal | 404 for an unknown email',
  'GET @unsubscribe/*':
    '`GET /@unsubscribe/{token}` | Returns whether the presenter with this token has unsubscribed from emails. This request changes nothing. | the token | 404 for an invalid token',
  'POST @unsubscribe/*':
    '`POST /@unsubscribe/{token}` | Stops the emails to the presenter with this token (204). | the token | 404 for an invalid token',
  'GET @docs/?': [
    '`GET /@docs` | Returns the page with the [viewer](http-answers.md#openapi) for the OpenAPI document. | none | 404 if the application has no viewer',
    '`GET /@docs/{file}` | Returns the script or the style sheet of the viewer. | none | 404 for any other name',
  ],
  'GET @@site-logo/*': '`GET /@@site-logo/{name}` | Returns the logo. | none | 404 for a missing or replaced logo',
  'GET @openapi':
    '`GET /@openapi` | Returns the [OpenAPI document](http-answers.md#openapi) of the service, including the types of the site. | none',
  'GET @@import-programme':
    '`GET /{path}/@@import-programme` | Returns the form for [importing a programme](schedule.md#import-in-the-browser). | Manage portal | 404 if the object is not an event',
} as const
