// The page of the games: signs the browser in, and shows its session in a terminal.
import { Terminal } from "./vendor/xterm.mjs";
import { FitAddon } from "./vendor/addon-fit.mjs";
import { WebLinksAddon } from "./vendor/addon-web-links.mjs";
import { Unicode11Addon } from "./vendor/addon-unicode11.mjs";
import { WebglAddon } from "./vendor/addon-webgl.mjs";
import { ClipboardAddon, Base64 } from "./vendor/addon-clipboard.mjs";

const LEAST = { cols: 80, rows: 24 };
const SMALLEST_FONT = 6, LARGEST_FONT = 40, USUAL_FONT = 16;
const RECONNECT_MS = 60_000;  // as long as the server keeps the session
// A line may die without a word, such as that of a phone that changes networks.
const OPEN_MS = 20_000, QUIET_MS = 15_000, ANSWER_MS = 8_000, WATCH_MS = 1_000;
const CONFIRM_BYTES = 16_384, CONFIRM_MS = 40;
const KEYS_OSC = 7741;  // "keys", see sessions/key_bar.py

const get = (id) => document.getElementById(id);
const texts = JSON.parse(get("texts").content.textContent);
const isTouch = matchMedia("(pointer: coarse)").matches;

// The terminal

const terminal = new Terminal({
  fontFamily: 'ui-monospace, "Cascadia Mono", "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", ' +
    '"Liberation Mono", monospace',
  fontSize: USUAL_FONT,
  lineHeight: 1,
  scrollback: 0,
  allowProposedApi: true,  // for Unicode 11
  macOptionClickForcesSelection: true,
  linkHandler: { activate: (_event, uri) => openLink(uri), allowNonHttpProtocols: false },
  theme: { background: "#1b1714", foreground: "#eee3d0" },
});
const fit = new FitAddon();
terminal.loadAddon(fit);
terminal.loadAddon(new WebLinksAddon((_event, uri) => openLink(uri)));
terminal.loadAddon(new Unicode11Addon());
terminal.unicode.activeVersion = "11";
// Sessions may fill the clipboard, never read it.
terminal.loadAddon(new ClipboardAddon(new Base64(), { readText: async () => "", writeText: copy }));
terminal.open(get("terminal"));
let webgl = null;
drawWithGpu();
get("terminal").xterm = terminal;  // for tests

function drawWithGpu() {
  try {
    webgl = new WebglAddon();
    webgl.onContextLoss(drawWithoutGpu);
    terminal.loadAddon(webgl);
  } catch {
    webgl = null;  // blocks are drawn with a font then
  }
}

function drawWithoutGpu() {
  webgl?.dispose();
  webgl = null;
}

// Where a browser is wrong about the pixels of a canvas, only a part of it would be seen.
function checkCanvas() {
  const canvas = get("terminal").querySelector(".xterm-screen canvas:not([class])");
  const wanted = (canvas?.clientWidth ?? 0) * devicePixelRatio;
  if (webgl && wanted && Math.abs(canvas.width / wanted - 1) > 0.1) drawWithoutGpu();
}

function openLink(uri) {
  if (/^https?:\/\//i.test(uri)) window.open(uri, "_blank", "noopener,noreferrer");
}

async function copy(_selection, text) {
  try {
    await navigator.clipboard.writeText(text);
    say(texts.copied, 2000);
  } catch {
    notify(text, texts.copy, () => navigator.clipboard?.writeText(text).catch(() => {}));
  }
}

let fontSize = Number(localStorage.getItem("font-size")) || USUAL_FONT;

// The user's size, or the largest at which the least number of cells fits.
function layOut() {
  let size = Math.min(LARGEST_FONT, Math.max(SMALLEST_FONT, fontSize));
  terminal.options.fontSize = size;
  let room = fit.proposeDimensions();
  while (room && (room.cols < LEAST.cols || room.rows < LEAST.rows) && size > SMALLEST_FONT) {
    size -= 1;
    terminal.options.fontSize = size;
    room = fit.proposeDimensions();
  }
  if (room && room.cols && room.rows) terminal.resize(room.cols, room.rows);
  setTimeout(checkCanvas, 100);
}

let layoutTimer = 0;
function layOutSoon() {
  clearTimeout(layoutTimer);
  layoutTimer = setTimeout(layOut, 60);
}
new ResizeObserver(layOutSoon).observe(get("terminal"));
document.fonts?.ready.then(layOutSoon);

function changeFont(step) {
  fontSize = Math.min(LARGEST_FONT, Math.max(SMALLEST_FONT, terminal.options.fontSize + step));
  localStorage.setItem("font-size", fontSize);
  layOut();
}

let title = "caravan_tui";
terminal.onTitleChange((text) => { title = text || "caravan_tui"; document.title = title; });
terminal.onBell(() => { if (document.hidden) document.title = `● ${title}`; });
document.addEventListener("visibilitychange", () => { if (!document.hidden) document.title = title; });

// The connection

let socket = null;
let session = "";  // the one whose output the terminal has
let received = 0, drawn = 0, confirmed = 0;  // offsets of its bytes
let confirmTimer = 0;
let lostAt = 0, attempts = 0, retryTimer = 0;
let isOver = true;
let heardAt = 0, answerBy = Infinity;
const encoder = new TextEncoder();

function connect(takesOver = false) {
  clearTimeout(retryTimer);
  isOver = false;
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const own = socket = new WebSocket(`${scheme}//${location.host}/terminal`);
  own.binaryType = "arraybuffer";
  answerBy = performance.now() + OPEN_MS;
  const hello = (overtakes) => say_(own, {
    type: "hello", columns: terminal.cols, rows: terminal.rows, session, offset: received,
    takes_over: overtakes, language: navigator.language.slice(0, 20),
  });
  own.onopen = () => hello(takesOver);
  own.onmessage = (event) => {
    if (own !== socket) return;
    heardAt = performance.now();
    answerBy = Infinity;
    if (typeof event.data !== "string") return draw(new Uint8Array(event.data));
    const message = JSON.parse(event.data);
    if (message.type === "attached") attached(message);
    else if (message.type === "elsewhere") notify(message.text, texts.here, () => hello(true));
    else if (message.type === "ended") ended(message);
  };
  own.onclose = () => { if (own === socket) lost(); };
}

// Gives a line up that has not answered in time, and asks one that has been silent.
function watchLine() {
  if (performance.now() > answerBy) {
    const dead = socket;
    lost();
    dead?.close();
  } else if (performance.now() - heardAt > QUIET_MS) {
    askLine();
  }
}
setInterval(watchLine, WATCH_MS);

function askLine() {
  if (answerBy < Infinity || document.body.dataset.state !== "playing") return;
  answerBy = performance.now() + ANSWER_MS;
  say_(socket, { type: "ping" });
}

function say_(to, message) {
  if (to && to.readyState === WebSocket.OPEN) to.send(JSON.stringify(message));
}

function attached(message) {
  if (message.fresh) {
    terminal.reset();
    received = drawn = confirmed = message.offset;
  }
  session = message.session;
  lostAt = attempts = 0;
  setConnected(true);
  say("");
  get("notice").close();
  say_(socket, { type: "resize", columns: terminal.cols, rows: terminal.rows });
  if (!isTouch) terminal.focus();
  document.body.dataset.state = "playing";
}

function draw(bytes) {
  received += bytes.length;
  const upTo = received, of = session;
  terminal.write(bytes, () => {
    if (of !== session) return;
    drawn = Math.max(drawn, upTo);
    if (drawn - confirmed >= CONFIRM_BYTES) confirm();
    else if (!confirmTimer) confirmTimer = setTimeout(confirm, CONFIRM_MS);
  });
}

function confirm() {
  clearTimeout(confirmTimer);
  confirmTimer = 0;
  if (drawn > confirmed) {
    confirmed = drawn;
    say_(socket, { type: "confirm", offset: drawn });
  }
}

function ended(message) {
  isOver = true;
  session = "";
  setConnected(false);
  showKeys([]);
  document.body.dataset.state = "ended";
  if (message.again) notify(message.text, texts.again, () => connect(true));
  else notify(message.text);
}

function lost() {
  socket = null;
  answerBy = Infinity;
  setConnected(false);
  if (isOver) return;
  document.body.dataset.state = "lost";
  const now = performance.now();
  lostAt ||= now;
  if (now - lostAt > RECONNECT_MS) {
    isOver = true;
    say("");
    check(texts.lost);
    return;
  }
  say(texts.reconnecting);
  attempts += 1;
  retryTimer = setTimeout(connect, Math.min(5000, 250 * 2 ** Math.min(attempts, 5)) * (0.5 + Math.random()));
}

// A line that is back is used at once, and whoever looks again or types sees whether it still lives.
addEventListener("online", () => {
  if (!isOver && !socket) connect();
  else askLine();
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) askLine(); });

function setConnected(isConnected) {
  get("terminal").classList.toggle("-off", !isConnected);
  terminal.options.disableStdin = !isConnected;
}

terminal.onData((text) => send(encoder.encode(text)));
terminal.onBinary((text) => send(Uint8Array.from(text, (sign) => sign.charCodeAt(0))));
terminal.onResize(({ cols, rows }) => say_(socket, { type: "resize", columns: cols, rows }));

function send(bytes) {
  if (!socket || socket.readyState !== WebSocket.OPEN) return;
  if (performance.now() - heardAt > ANSWER_MS) askLine();
  for (let first = 0; first < bytes.length; first += 8192) socket.send(bytes.slice(first, first + 8192));
}

// The bar of keys: those that every screen has, and those that this one names

const menuButton = get("menu-button");
let isBarShown = JSON.parse(localStorage.getItem("keys") ?? String(isTouch));
let named = [];
const USUAL = [
  ["Esc", "\x1b", ""], ["↑", "\x1b[A", ""], ["↓", "\x1b[B", ""], ["←", "\x1b[D", ""], ["→", "\x1b[C", ""],
  ["⏎", "\r", ""], ["Tab", "\t", ""],
];

terminal.parser.registerOscHandler(KEYS_OSC, (data) => {
  try {
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    showKeys(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    showKeys([]);
  }
  return true;
});

function showKeys(keys) {
  named = keys;
  const bar = get("keys");
  bar.hidden = !isBarShown || document.body.dataset.state !== "playing";
  // The menu's button covers nothing: it is in the bar, or in a strip beside the terminal.
  document.body.classList.toggle("-bar", !bar.hidden);
  if (bar.hidden && menuButton.parentElement === bar) document.body.append(menuButton);
  const buttons = bar.hidden ? [] : [menuButton];
  if (isTouch) {
    const board = button("⌨", texts.keyboard);
    board.id = "keyboard";
    board.addEventListener("click", toggleKeyboard);
    buttons.push(board);
  }
  const sent = new Set(named.map((key) => key[1]));
  for (const [label, sequence, name] of [...named, ...USUAL.filter((key) => !sent.has(key[1]))]) {
    const key = button(label, name);
    key.dataset.keys = sequence;
    buttons.push(key);
  }
  bar.replaceChildren(...buttons);
}

function button(label, name) {
  const made = document.createElement("button");
  made.type = "button";
  made.tabIndex = -1;
  made.append(label);
  if (name) {
    const small = document.createElement("small");
    small.textContent = name;
    made.append(small);
  }
  return made;
}

get("keys").addEventListener("click", (event) => {
  const keys = event.target.closest("button")?.dataset.keys;
  if (keys === undefined) return;
  const isCursor = /^\x1b\[[ABCD]$/.test(keys) && terminal.modes.applicationCursorKeysMode;
  send(encoder.encode(isCursor ? keys.replace("[", "O") : keys));
});
// A tap on the bar neither opens nor closes the keyboard.
get("keys").addEventListener("pointerdown", (event) => event.preventDefault());

// On a phone a tap on a board must not open the keyboard: it would cover half of it.
if (isTouch) terminal.textarea.inputMode = "none";

function toggleKeyboard() {
  const opens = terminal.textarea.inputMode === "none";
  terminal.textarea.blur();
  terminal.textarea.inputMode = opens ? "text" : "none";
  if (opens) terminal.focus();
}

// Dialogs

let lineTimer = 0;
function say(text, forMs = 0) {
  clearTimeout(lineTimer);
  get("line").textContent = text;
  get("line").hidden = !text;
  if (forMs) lineTimer = setTimeout(() => say(""), forMs);
}

function notify(text, label = "", act = null) {
  const dialog = get("notice");
  dialog.querySelector("p").textContent = text;
  const choice = dialog.querySelector("button");
  choice.hidden = !label;
  choice.textContent = label;
  choice.onclick = () => { dialog.close(); act?.(); };
  if (!dialog.open) dialog.showModal();
  dialog.oncancel = (event) => { if (document.body.dataset.state !== "playing") event.preventDefault(); };
}

async function ask(path, body = undefined) {
  const options = body === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  const response = await fetch(path, { credentials: "same-origin", ...options });
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  const answer = isJson ? await response.json() : { text: await response.text() };
  return { ok: response.ok, ...answer };
}

let account = null;

// Finds out who this is, and what to show: the form, or the session. `problem`: why there is none.
async function check(problem = "") {
  try {
    account = await ask("/api/account");
  } catch {
    notify(problem || texts.lost, texts.reconnect, () => check());
    return;
  }
  if (!account.ok) return notify(account.text, texts.reconnect, () => check());
  if (!account.name) return showForm();
  get("menu-button").hidden = false;
  get("who").textContent = texts.signed_in.replace("{name}", account.name);
  if (problem) notify(problem, texts.reconnect, () => connect());
  else connect();
}

function showForm() {
  get("menu-button").hidden = true;
  document.body.dataset.state = "new";
  const needsCode = account.policy !== "open";
  get("code-field").hidden = !needsCode;
  get("name-field").hidden = needsCode;
  get("have-code").hidden = needsCode;
  get("sign-in").hidden = !canUsePasskeys();
  if (!get("sign-up").open) get("sign-up").showModal();
  get(needsCode ? "invite" : "name").focus();
}

get("have-code").addEventListener("click", () => {
  get("code-field").hidden = false;
  get("name-field").hidden = get("have-code").hidden = true;
  get("invite").focus();
});
get("sign-up").addEventListener("cancel", (event) => event.preventDefault());
get("sign-up").querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target, problem = form.querySelector(".problem");
  const submit = form.querySelector("[type=submit]");
  submit.disabled = true;
  let answer;
  try {
    answer = await ask("/api/account", { code: get("invite").value, name: get("name").value });
  } catch {
    answer = { ok: false, text: texts.lost };
  }
  submit.disabled = false;
  problem.hidden = answer.ok;
  if (!answer.ok) {
    problem.textContent = answer.text;
  } else if (answer.name) {
    get("sign-up").close();
    await check();
    if (canUsePasskeys() && !account.passkeys) offerPasskey();
  } else {  // the code is good
    get("name-field").hidden = false;
    get("name").focus();
  }
});

get("menu-button").addEventListener("click", () => {
  get("code").hidden = get("leave-warning").hidden = get("passkey-answer").hidden = true;
  showPasskeys();
  get("show-keys").setAttribute("aria-pressed", String(isBarShown));
  get("menu").showModal();
});
get("menu").addEventListener("close", () => { if (!isTouch) terminal.focus(); });
get("smaller").addEventListener("click", () => changeFont(-1));
get("larger").addEventListener("click", () => changeFont(1));
get("show-keys").addEventListener("click", (event) => {
  isBarShown = !isBarShown;
  localStorage.setItem("keys", String(isBarShown));
  event.target.setAttribute("aria-pressed", String(isBarShown));
  showKeys(named);
});
get("link").addEventListener("click", async () => {
  const answer = await ask("/api/link", {}).catch(() => ({ ok: false, text: texts.lost }));
  get("code").hidden = false;
  get("code").querySelector("output").textContent = answer.ok ? answer.code : "";
  get("code").querySelector("small").textContent =
    answer.ok ? texts.link_help.replace("{minutes}", answer.minutes) : answer.text;
  account.is_only_key &&= !answer.ok;
});
// Passkeys

function canUsePasskeys() {
  return Boolean(account.has_passkeys && window.PublicKeyCredential?.parseCreationOptionsFromJSON);
}

function offerPasskey() {
  const dialog = get("offer");
  dialog.querySelector("p").textContent = texts.offer_passkey.replace("{name}", account.name);
  dialog.showModal();
}

function showPasskeys() {
  get("passkeys").hidden = !canUsePasskeys();
  get("remove-passkeys").hidden = !account.passkeys;
  get("remove-passkeys").textContent = texts.remove_passkeys.replace("{count}", account.passkeys);
}

// Has the browser make or use a passkey, and the server check it; `problem`: if the browser does not.
async function passkeyAnswer(path, act, problem) {
  try {
    const options = await ask(`${path}/options`, {});
    if (!options.ok) return options;
    const credential = await act(options);
    return await ask(path, credential.toJSON());
  } catch {
    return { ok: false, text: problem };
  }
}

async function savePasskey() {
  const answer = await passkeyAnswer("/api/passkey", (options) => navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
  }), texts.not_saved);
  if (answer.ok) {
    account.passkeys = answer.passkeys;
    account.is_only_key = false;
  }
  return answer.ok ? texts.passkey_saved : answer.text;
}

function sayInMenu(text) {
  get("passkey-answer").textContent = text;
  get("passkey-answer").hidden = false;
  showPasskeys();
}

get("save-passkey").addEventListener("click", async () => sayInMenu(await savePasskey()));
get("remove-passkeys").addEventListener("click", async () => {
  const answer = await ask("/api/passkey/remove", {}).catch(() => ({ ok: false, text: texts.lost }));
  if (answer.ok) account = { ...await ask("/api/account") };
  sayInMenu(answer.ok ? texts.passkeys_removed : answer.text);
});
get("offer").querySelector("[type=button]").addEventListener("click", async () => {
  get("offer").close();
  say(await savePasskey(), 4000);
});
get("offer").addEventListener("close", () => { if (!isTouch) terminal.focus(); });
get("sign-in").addEventListener("click", async () => {
  const answer = await passkeyAnswer("/api/sign-in", (options) => navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
  }), texts.no_passkey);
  const problem = get("sign-up").querySelector(".problem");
  problem.hidden = answer.ok;
  problem.textContent = answer.ok ? "" : answer.text;
  if (!answer.ok) return;
  get("sign-up").close();
  check();
});

get("leave").addEventListener("click", async () => {
  const warning = get("leave-warning");
  if (account.is_only_key && warning.hidden) {  // asked once more
    warning.textContent = texts.only_key.replace("{name}", account.name);
    warning.hidden = false;
    return;
  }
  const answer = await ask("/api/leave", {}).catch(() => ({ ok: false, text: texts.lost }));
  if (!answer.ok) {
    warning.textContent = answer.text;
    warning.hidden = false;
    return;
  }
  isOver = true;
  location.reload();
});

setConnected(false);
showKeys([]);
layOut();
check();
