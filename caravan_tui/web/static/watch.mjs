// The watch page: shows what the server has drawn, and sends nothing.
const CELL = { width: 10, height: 20 };
const SVG = "http://www.w3.org/2000/svg";
const get = (id) => document.getElementById(id);
const texts = JSON.parse(get("texts").content.textContent);
const picture = get("picture");
const { columns, rows } = picture.dataset;

picture.setAttribute("viewBox", `0 0 ${columns * CELL.width} ${rows * CELL.height}`);
const lines = Array.from({ length: Number(rows) }, (_, y) => {
  const line = document.createElementNS(SVG, "g");
  line.setAttribute("transform", `translate(0 ${y * CELL.height})`);
  picture.append(line);
  return line;
});

let countdown = 0;
function say(text) {
  clearInterval(countdown);
  get("line").textContent = text;
}

function count(seconds) {
  const end = performance.now() + 1000 * seconds;
  const tell = () => {
    const left = Math.ceil((end - performance.now()) / 1000);
    get("line").textContent = left > 0 ? texts.starts.replace("{seconds}", left) : texts.waiting;
  };
  say("");
  tell();
  countdown = setInterval(tell, 500);
}

const events = new EventSource(`${location.pathname}/events`);
events.addEventListener("start", (event) => count(JSON.parse(event.data).seconds));
events.addEventListener("picture", (event) => {
  const { rows: changed, styles } = JSON.parse(event.data);
  if (styles !== undefined) get("colours").textContent = styles;
  for (const [y, row] of Object.entries(changed)) lines[y].innerHTML = row;
  if (Object.keys(changed).length) {
    say("");
    document.body.dataset.state = "watching";
  }
});
events.addEventListener("ended", (event) => {
  events.close();
  say(JSON.parse(event.data).text);
  document.body.dataset.state = "ended";
});
events.addEventListener("error", () => {
  if (events.readyState !== EventSource.CLOSED) say(texts.lost);
});
