const name = new URLSearchParams(location.search).get("name");
document.getElementById("greeting").innerHTML = "Hello " + name; // finding: location-to-html

function show(element) {
  element.insertAdjacentHTML("beforeend", decodeURIComponent(window.location.hash.slice(1))); // finding: location-to-html
  document.write("<a href='" + document.referrer + "'>back</a>"); // finding: location-to-html
  $("#title").html(document.URL); // finding: location-to-html
}

const Banner = () => {
  const parameters = useSearchParams();
  return <p dangerouslySetInnerHTML={{ __html: parameters.get("text") }} />; // finding: location-to-html
};
