// Prints clicks as they happen, until it is stopped. Needs Node 20, SIGNPOST_URL and SIGNPOST_KEY.
const { SIGNPOST_URL: server, SIGNPOST_KEY: key } = process.env;
const response = await fetch(`${server}/api/stream`, { headers: { Authorization: `Bearer ${key}` } });
if (!response.ok) throw new Error(await response.text());

let text = '';
for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
  text += chunk;
  // Events are separated by an empty line; each has lines such as `event: click` and `data: {…}`.
  const events = text.split('\n\n');
  text = events.pop() ?? '';
  for (const event of events) {
    const fields = Object.fromEntries(event.split('\n').map((line) => line.split(/: (.*)/s, 2)));
    if (fields.event === 'click') console.log(fields.data);
  }
}
