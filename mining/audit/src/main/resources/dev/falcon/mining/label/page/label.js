
'use strict';
const $ = id => document.getElementById(id);
const LEAST_MS = 250; // an earlier answer is a stuck key
const LONG_TEXT = 200; // characters from which on a text is set smaller
let state, shownAt = 0, shown = -1, peeked = false, gone = false, sending = Promise.resolve();
const ownSeen = new Set(); // numbers of pairs whose own caption was looked at
const pictures = new Map(); // number of a pair -> promise of its sides' addresses, null of a text
const images = [$('picture'), $('second-picture')], texts = [$('first-text'), $('caption')];

/* The question and its help, by what the two sides are. */
const FORMS = {
  'picture text': {
    question: 'Is every word of this caption true of the picture?',
    yes: 'yes, every word is true',
    means: 'Answer by what you see. A caption is true where every word of it is true; that it leaves things out does not matter.',
    own: 'The last picture\'s own caption: ',
    ownMeans: 'the caption that the last picture came with; noted if its answer is given again'
  },
  'text text': {
    question: 'Is the second text a right match for the first?',
    yes: 'yes, it is a right match',
    means: 'The second text is a right match if it could replace the text that the first came with: it says the same, describes the same picture, or answers the same question. Other words for it do not matter.',
    own: 'The text that the last first text came with: ',
    ownMeans: 'the text that the last first text came with; noted if its answer is given again'
  },
  'picture picture': {
    question: 'Is the second picture a right match for the first?',
    yes: 'yes, it is a right match',
    means: 'The second picture is a right match if it could replace the picture that the first came with: it shows the same thing. Another view or light does not matter.',
    own: '',
    ownMeans: 'not for pairs of pictures'
  }
};
const kind = side => 'text' in side ? 'text' : 'picture';
let form = FORMS['picture text'];

/* The pairs of a server: every answer is on its disk before it says so. */
function served() {
  const token = location.hash.slice(1) || sessionStorage.getItem('falcon') || '';
  sessionStorage.setItem('falcon', token);
  history.replaceState(null, '', location.pathname);
  const ask = async (path, body) => {
    const headers = {Authorization: 'Bearer ' + token};
    if (body) headers['Content-Type'] = 'application/json';
    const reply = await fetch(path, {method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body)});
    if (reply.ok) return reply;
    let why = reply.status;
    try { why = (await reply.json()).error; } catch (e) { why = 'status ' + reply.status; }
    throw new Error(why);
  };
  const json = (path, body) => ask(path, body).then(reply => reply.json());
  return {
    state: () => json('/state'),
    pictures: pair => Promise.all(pair.sides.map(side => kind(side) === 'text' ? null
        : ask(side.picture).then(reply => reply.blob()).then(URL.createObjectURL))),
    answer: given => json('/answer', given),
    undo: () => json('/undo', {}),
    own: number => json('/own/' + number).then(own => own.captions),
    result: () => json('/result').then(result => result.lines),
    done: () => json('/done', {})
  };
}

/* The pairs of this file: answers stay in the browser until they are saved. */
function standing(file) {
  const key = 'falcon labels ' + file.order + ' ' + file.annotator;
  const lines = JSON.parse(localStorage.getItem(key) || '[]');
  const keep = () => localStorage.setItem(key, JSON.stringify(lines));
  const position = () => lines.reduce((at, line) => at + (line.undo ? -1 : 1), 0);
  const now = () => {
    const at = position(), total = file.pairs.length;
    return {position: at, total, undo: at > 0, half: false,
      upcoming: file.pairs.slice(at, at + 4).map((pair, i) => ({number: at + i, sides: pair.sides, said: pair.said}))};
  };
  const add = (number, given) => {
    const pair = file.pairs[number];
    lines.push(Object.assign({image_key: pair.image_key, text_key: pair.text_key, match: null,
      annotator: file.annotator, at: new Date().toISOString(), ms: 0, rank: pair.rank,
      order: file.order}, pair.repeat && {repeat: true}, pair.said && {adjudicated: true}, given));
    keep();
    return now();
  };
  $('save').hidden = false;
  $('done').hidden = true;
  $('save').onclick = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(lines.map(line => JSON.stringify(line) + '\n')));
    link.download = file.annotator + '.jsonl';
    link.click();
  };
  return {
    state: async () => now(),
    pictures: async pair => pair.sides.map(side => kind(side) === 'text' ? null : side.picture),
    answer: async given => {
      const line = {match: given.match, ms: given.ms};
      if (given.peeked) line.peeked = true;
      if (given.comment) line.comment = given.comment;
      return add(given.number, line);
    },
    undo: async () => add(position() - 1, {undo: true}),
    own: async number => file.pairs[number].own,
    result: async () => ['The result is counted when the answers have been merged.'],
    done: async () => {}
  };
}

const source = $('pairs') ? standing(JSON.parse($('pairs').textContent)) : served();

function note(text) {
  $('message').textContent = text;
  $('message').hidden = false;
}

/* Shows what the server says; all answers are saved even if there is trouble with the next pair. */
function take(reply) {
  state = reply;
  show();
  if (reply.trouble) note(reply.trouble);
}

function fail(what, error) {
  note(what + ' (' + error.message + ')');
}

function preload() {
  for (const pair of state.upcoming) {
    if (!pictures.has(pair.number)) pictures.set(pair.number, source.pictures(pair));
  }
  for (const [number, both] of pictures) {
    if (number < state.position - 3) {
      both.then(addresses => addresses.filter(address => address && address.startsWith('blob:')).forEach(URL.revokeObjectURL), () => {});
      pictures.delete(number);
    }
  }
}

function show() {
  const pair = state.upcoming[0];
  $('bar').max = Math.max(1, state.total);
  $('bar').value = state.position;
  $('count').textContent = Math.min(state.position + 1, state.total) + ' of ' + state.total;
  $('undo').disabled = !state.undo;
  $('pair').hidden = !pair;
  preload();
  if (!pair) {
    $('count').textContent = state.position + ' of ' + state.total;
    $('done').textContent = 'Finish';
    shown = -1;
    result(false);
    return;
  }
  if (shown === pair.number) return;
  shown = pair.number;
  $('result').hidden = true;
  $('own').hidden = true;
  $('comment').hidden = true;
  $('comment').value = '';
  arrange(pair.sides);
  $('said').hidden = !pair.said;
  $('said').textContent = 'Others say: ' + pair.said;
  gone = false;
  shownAt = Infinity;
  pictures.get(pair.number).then(addresses => {
    if (shown !== pair.number) return;
    addresses.forEach((address, side) => {
      if (address) images[side].src = address;
      else if (address === '') lost();
    });
    shownAt = performance.now();
  }, () => { if (shown === pair.number) lost(); });
}

/* The places of the two sides, and the question on them. */
function arrange(sides) {
  const name = sides.map(kind).join(' ');
  form = FORMS[name];
  $('sides').className = name.replace(' ', '-');
  sides.forEach((side, i) => {
    const text = kind(side) === 'text';
    images[i].removeAttribute('src');
    images[i].parentElement.className = '';
    images[i].parentElement.hidden = text;
    texts[i].hidden = !text;
    texts[i].textContent = text ? side.text : '';
    texts[i].classList.toggle('long', text && side.text.length > LONG_TEXT);
  });
  $('question').textContent = form.question;
  $('yes-means').textContent = form.yes;
  $('own-means').textContent = form.ownMeans;
  $('means').textContent = form.means;
  $('note').textContent = form.means;
  $('note').hidden = form === FORMS['picture text']; // its question says all
}

/* Without its picture nobody can say whether a pair matches. */
function lost() {
  gone = true;
  shownAt = performance.now();
  note('A picture cannot be shown; only unsure (space) is an answer.');
}

function answer(match) {
  const pair = state && state.upcoming[0];
  if (!pair || performance.now() - shownAt < LEAST_MS || shownAt === Infinity) return;
  if (gone && match !== null) { lost(); return; }
  const given = {number: pair.number, match, ms: Math.round(performance.now() - shownAt),
    peeked: peeked || ownSeen.has(pair.number),
    comment: $('comment').value.trim() || null};
  peeked = false;
  $('message').hidden = true;
  state = {...state, position: state.position + 1, undo: true, upcoming: state.upcoming.slice(1)};
  if (state.upcoming.length || state.position >= state.total) show(); // the write follows
  send(() => source.answer(given), 'The answer could not be saved; please answer again.');
}

function send(ask, what) {
  sending = sending.then(ask).then(
      reply => {
        if (reply.position >= state.position || reply.upcoming.length === 0) take(reply);
        else preload();
      },
      async error => {
        fail(what, error);
        shown = -1;
        try { take(await source.state()); } catch (e) { fail('Falcon no longer answers.', e); }
      });
}

function undo() {
  if (!state || !state.undo) return;
  shown = -1;
  sending = sending.then(source.undo).then(
      take,
      error => fail('The answer could not be taken back.', error));
}

async function result(asked) {
  if (asked) peeked = true;
  await sending;
  try {
    const lines = await source.result();
    $('result').replaceChildren(...lines.map(line => {
      const p = document.createElement('p');
      p.textContent = line;
      return p;
    }));
    $('result').hidden = false;
  } catch (error) { fail('There is no result.', error); }
}

/* Only after the answer, so that it does not steer the hand. */
async function own() {
  if (!state || !state.undo) { note('An own caption is shown after its answer.'); return; }
  if (!form.own) { note('There is no own caption; these pairs are of pictures.'); return; }
  const number = state.position - 1;
  ownSeen.add(number);
  try {
    await sending;
    $('own').textContent = form.own + (await source.own(number)).join(' / ');
    $('own').hidden = false;
  } catch (error) { fail('Its own caption cannot be shown.', error); }
}

async function done() {
  await sending;
  try {
    await source.done();
    document.body.replaceChildren(Object.assign(document.createElement('p'),
        {textContent: 'All answers are saved. You may close this page.', id: 'closed'}));
  } catch (error) { fail('Falcon no longer answers.', error); }
}

const KEYS = {
  m: () => answer(true), 1: () => answer(true), ArrowRight: () => answer(true),
  n: () => answer(false), 0: () => answer(false), ArrowLeft: () => answer(false),
  u: () => answer(null), ' ': () => answer(null),
  Backspace: undo, o: own, i: () => result(true),
  z: () => document.querySelectorAll('figure').forEach(figure => figure.classList.toggle('actual')),
  c: () => { $('comment').hidden = false; $('comment').focus(); },
  '?': () => $('keys').showModal()
};

document.addEventListener('keydown', event => {
  if (event.repeat) return;
  if (event.target === $('comment')) {
    if (event.key === 'Enter' || event.key === 'Escape') $('comment').blur();
    return;
  }
  if ($('keys').open) {
    if (event.key !== 'Escape') { $('keys').close(); event.preventDefault(); }
    return;
  }
  const control = event.ctrlKey || event.metaKey;
  const action = control ? (event.key === 'z' ? undo : undefined) : event.altKey ? undefined : KEYS[event.key];
  if (action) { event.preventDefault(); action(); }
});
images.forEach(image => { image.onerror = () => { if (image.src) lost(); }; });
$('yes').onclick = () => answer(true);
$('no').onclick = () => answer(false);
$('unsure').onclick = () => answer(null);
$('undo').onclick = undo;
$('help').onclick = () => $('keys').showModal();
if (!$('pairs')) $('done').onclick = done;
source.state().then(take,
    error => fail('The pairs cannot be shown.', error));
